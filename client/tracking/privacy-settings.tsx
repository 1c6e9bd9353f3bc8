let asked = false;
let listener: (() => void) | undefined;

/** Opens the privacy settings, from wherever on the page; they may still be loading. */
export function openPrivacySettings(): void {
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
