/** On the button that opens the privacy settings, wherever on the page. */
export const PRIVACY_SETTINGS = "data-privacy-settings";

let asked = false;
let listener: (() => void) | undefined;

/** Opens the privacy settings for a click on their button; they may still be loading. */
export function openPrivacySettings({ target }: Event): void {
  if (!(target instanceof Element && target.closest(`[${PRIVACY_SETTINGS}]`))) return;
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
