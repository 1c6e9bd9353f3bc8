import { frameWords } from "../content/pages.ts";
import { useHasTrackers } from "../lib/page-context.ts";

const ATTRIBUTE = "data-privacy-settings";

let requested = false;
let listener: (() => void) | undefined;

/** Footer button that opens the consent banner. Renders nothing in shops without trackers. */
export function PrivacySettingsItem({ className }: { className: string }) {
  if (!useHasTrackers()) return null;
  return (
    <li className="needs-script">
      <button type="button" className={className} {...{ [ATTRIBUTE]: "" }}>
        {frameWords.footer.privacySettings}
      </button>
    </li>
  );
}

/** Delegated click handler that opens the privacy settings, once their code is loaded. */
export function openPrivacySettings({ target }: Event): void {
  if (!(target instanceof Element && target.closest(`[${ATTRIBUTE}]`))) return;
  requested = true;
  notify();
}

/** Calls `onRequest` when the visitor opens the settings. Returns a function that stops this. */
export function onPrivacySettings(onRequest: () => void): () => void {
  listener = onRequest;
  notify();
  return () => {
    if (listener === onRequest) listener = undefined;
  };
}

function notify(): void {
  if (!requested || !listener) return;
  requested = false;
  listener();
}
