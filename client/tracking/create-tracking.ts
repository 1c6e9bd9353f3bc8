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
  /** Vendors that are on the page, each with the word that its script has come or never will. */
  const running = new Map<Vendor, Promise<void>>();
  let told: Choice | undefined;

  const stopRefused = (choice: Choice) => {
    for (const vendor of running.keys()) {
      if (choice[vendor.category]) continue;
      running.delete(vendor);
      void attempt(() => vendor.stop());
    }
    for (const vendor of vendors) {
      if (!choice[vendor.category]) void attempt(() => forget(vendor.traces));
    }
  };

  const start = (vendor: Vendor, choice: Choice) => {
    const came = attempt(() => vendor.start(choice));
    running.set(
      vendor,
      Promise.all([running.get(vendor), came]).then(() => {}),
    );
  };

  const report = async () => {
    // A purchase that is taken counts as reported. Until the scripts run, it would go with the page.
    await Promise.all(running.values());
    if (queue.isEmpty()) return;
    for (const purchase of await queue.take()) {
      for (const vendor of running.keys()) void attempt(() => vendor.purchase(purchase));
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
      await report();
    },
  };
}

/** Runs a vendor's code to its end. What it throws, at once or later, is its own affair. */
async function attempt(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch {
    // The page goes on as if there were no vendor.
  }
}
