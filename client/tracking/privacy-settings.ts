/** Attribute of the button that opens the privacy settings. */
export const PRIVACY_SETTINGS = "data-privacy-settings";

let requested = false;
let listener: (() => void) | undefined;

/** Click handler of the document: opens the settings, once they are loaded. */
export function openPrivacySettings({ target }: Event): void {
  if (!(target instanceof Element && target.closest(`[${PRIVACY_SETTINGS}]`))) return;
  requested = true;
  notify();
}

/** Calls back for each request to open the settings. Returns a function that stops it. */
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
