import { pageWords } from "../content/pages.ts";
import { useHasTrackers } from "../lib/use-site.ts";

/** The list entry that opens the privacy choice again; none where there is nothing to choose. */
export function PrivacySettingsItem({ className = "" }: { className?: string }) {
  if (!useHasTrackers()) return null;
  return (
    <li className="needs-script">
      <button type="button" className={className} onClick={openPrivacySettings}>
        {pageWords.footer.privacySettings}
      </button>
    </li>
  );
}

let asked = false;
let listener: (() => void) | undefined;

/** Opens the privacy settings, from wherever on the page; they may still be loading. */
function openPrivacySettings(): void {
  asked = true;
  tell();
}

/** Runs `onAsked` whenever the visitor asks for the settings; returns the call that ends it. */
export function onPrivacySettings(onAsked: () => void): () => void {
  listener = onAsked;
  tell();
  return () => {
    if (listener === onAsked) listener = undefined;
  };
}

function tell(): void {
  if (!asked || !listener) return;
  asked = false;
  listener();
}
