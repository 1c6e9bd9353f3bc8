import type { Choice, Consent } from "./consent.ts";
import type { PurchaseQueue } from "./purchase-queue.ts";
import type { Vendor } from "./vendors/vendor.ts";

type Options = {
  vendors: Vendor[];
  consent: Consent;
  queue: PurchaseQueue;
  /** Whether vendors may be on the page that is shown now. */
  isTracked: () => boolean;
  /** Makes the address bar fit for vendors' eyes; false when it cannot be done yet. */
  hideUrl: () => boolean;
  /** Removes what a vendor has stored at our origin. */
  forget: (traces: RegExp) => void;
};

export type Tracking = ReturnType<typeof createTracking>;

/**
 * Keeps the vendors in line with the visitor's choice and tells those allowed of each purchase once.
 * Nothing a vendor does or fails to do reaches the page.
 */
export function createTracking(options: Options) {
  const { vendors, consent, queue, isTracked, hideUrl, forget } = options;
  const running = new Set<Vendor>();
  let told: Choice | undefined;

  const stopRefused = (choice: Choice) => {
    for (const vendor of running) {
      if (choice[vendor.category]) continue;
      running.delete(vendor);
      attempt(() => vendor.stop());
    }
    for (const vendor of vendors) {
      if (!choice[vendor.category]) attempt(() => forget(vendor.traces));
    }
  };

  const start = (vendor: Vendor, choice: Choice) => {
    running.add(vendor);
    attempt(() => vendor.start(choice));
  };

  const report = async (allowed: Vendor[]) => {
    if (queue.isEmpty()) return;
    for (const purchase of await queue.take()) {
      for (const vendor of allowed) attempt(() => vendor.purchase(purchase));
    }
  };

  return {
    /** Brings everything up to date: after a choice, a purchase, or a change of the page. */
    async update(): Promise<void> {
      const choice = consent.choice();
      if (!choice) return;
      stopRefused(choice);
      const allowed = vendors.filter((vendor) => choice[vendor.category]);
      if (allowed.length === 0) return queue.drop();
      if (!isTracked() || !hideUrl()) return;
      // Running vendors are told of a changed choice too: the tag manager reads both categories.
      for (const vendor of allowed) {
        if (choice !== told || !running.has(vendor)) start(vendor, choice);
      }
      told = choice;
      await report(allowed);
    },
  };
}

/** Runs a vendor's code. What it throws, at once or later, is its own affair. */
function attempt(run: () => unknown): void {
  try {
    Promise.resolve(run()).catch(() => {});
  } catch {
    // The page goes on as if there were no vendor.
  }
}
