/** The browser's offer to install the app; Chromium alone makes one. */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: "accepted" | "dismissed" }> };

/**
 * What can be offered: nothing, the browser's own dialog, or the steps by hand in Safari on a phone or
 * on a Mac.
 */
export type InstallOffer = "none" | "dialog" | "steps-ios" | "steps-mac";

type InstallFacts = {
  installed: boolean;
  /** The browser has made its offer. */
  prompted: boolean;
  /** Apple's browsers name themselves in `navigator.vendor`. */
  vendor: string;
  maxTouchPoints: number;
  /** Pages know of the home screen: iOS and iPadOS. */
  hasHomeScreen: boolean;
};

/** What is offered on a platform. */
export function installOffer(facts: InstallFacts): InstallOffer {
  if (facts.installed) return "none";
  if (facts.prompted) return "dialog";
  if (!facts.vendor.startsWith("Apple")) return "none";
  return facts.hasHomeScreen && facts.maxTouchPoints > 0 ? "steps-ios" : "steps-mac";
}

let offered: InstallPrompt | undefined;
let accepted = false;
const listeners = new Set<() => void>();

function set(prompt: InstallPrompt | undefined): void {
  offered = prompt;
  for (const listener of listeners) listener();
}

/** Begins to hear of the browser's offer, which comes once and early. */
export function hearInstallOffers(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    // The account has a button of its own, in the place of the browser's bar.
    event.preventDefault();
    set(event as InstallPrompt);
  });
  window.addEventListener("appinstalled", () => {
    accepted = true;
    set(undefined);
  });
}

/** The offer of this browser as it changes. */
export const install = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read(isInstalled: () => boolean): InstallOffer {
    return installOffer({
      installed: accepted || isInstalled(),
      prompted: offered !== undefined,
      vendor: navigator.vendor,
      maxTouchPoints: navigator.maxTouchPoints,
      hasHomeScreen: "standalone" in navigator,
    });
  },
  /** Shows the browser's dialog; its offer holds once. To be called in the press itself. */
  async ask(): Promise<void> {
    const prompt = offered;
    set(undefined);
    await prompt?.prompt();
  },
};
