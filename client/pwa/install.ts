import { createStore } from "../lib/observable.ts";

/** Chromium's `beforeinstallprompt` event. */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: "accepted" | "dismissed" }> };

/** Ways to install: none, the browser's dialog, or manual steps in Safari on iOS or macOS. */
export type InstallOffer = "none" | "dialog" | "steps-ios" | "steps-mac";

type InstallFacts = {
  installed: boolean;
  prompted: boolean;
  vendor: string;
  maxTouchPoints: number;
  /** Whether `navigator.standalone` exists, as on iOS and iPadOS. */
  hasHomeScreen: boolean;
};

export function installOffer(facts: InstallFacts): InstallOffer {
  if (facts.installed) return "none";
  if (facts.prompted) return "dialog";
  if (!facts.vendor.startsWith("Apple")) return "none";
  return facts.hasHomeScreen && facts.maxTouchPoints > 0 ? "steps-ios" : "steps-mac";
}

const offered = createStore<InstallPrompt | undefined>(undefined);
let accepted = false;

/** Listens for `beforeinstallprompt`, which fires only once. Call it early. */
export function listenForInstallOffers(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    // Suppress the browser's prompt: the account page has an install button.
    event.preventDefault();
    offered.set(event as InstallPrompt);
  });
  window.addEventListener("appinstalled", () => {
    accepted = true;
    offered.set(undefined);
  });
}

export const install = {
  subscribe: offered.subscribe,
  read(isInstalled: () => boolean): InstallOffer {
    return installOffer({
      installed: accepted || isInstalled(),
      prompted: offered.get() !== undefined,
      vendor: navigator.vendor,
      maxTouchPoints: navigator.maxTouchPoints,
      hasHomeScreen: "standalone" in navigator,
    });
  },
  /** Shows the browser's install dialog. Works once, in a click handler. */
  async ask(): Promise<void> {
    const prompt = offered.get();
    offered.set(undefined);
    await prompt?.prompt();
  },
};
