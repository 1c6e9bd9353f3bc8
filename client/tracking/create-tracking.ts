import type { Choice, Consent } from "./consent.ts";
import type { PurchaseQueue } from "./purchase-queue.ts";
import type { Vendor } from "./vendors/vendor.ts";

type TrackingOptions = {
  vendors: Vendor[];
  consent: Consent;
  queue: PurchaseQueue;
  /** Whether vendors may run on this page. */
  isTracked: () => boolean;
  /** Removes the session id from the URL; false while that is impossible. */
  hideUrl: () => boolean;
  /** Removes a vendor's cookies and storage. */
  forget: (traces: RegExp) => void;
};

export type Tracking = ReturnType<typeof createTracking>;

/**
 * Starts and stops the vendors by the visitor's choice, and reports each purchase once to the allowed
 * ones. Errors of a vendor never reach the page.
 */
export function createTracking(options: TrackingOptions) {
  const { vendors, consent, queue, isTracked, hideUrl, forget } = options;
  /** Started vendors; each promise resolves when its script has loaded or failed. */
  const running = new Map<Vendor, Promise<void>>();
  let reported: Choice | undefined;

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
    // A taken purchase counts as reported, so take it only once the scripts run.
    await Promise.all(running.values());
    if (queue.isEmpty()) return;
    for (const purchase of await queue.take()) {
      for (const vendor of running.keys()) void attempt(() => vendor.purchase(purchase));
    }
  };

  return {
    /** Call it after a choice, a purchase or a page change. */
    async update(): Promise<void> {
      const choice = consent.choice();
      if (!choice) return;
      stopRefused(choice);
      const allowed = vendors.filter((vendor) => choice[vendor.category]);
      if (allowed.length === 0) return queue.drop();
      if (!isTracked() || !hideUrl()) return;
      // Running vendors also get a changed choice: the tag manager uses both categories.
      for (const vendor of allowed) {
        if (choice !== reported || !running.has(vendor)) start(vendor, choice);
      }
      reported = choice;
      await report();
    },
  };
}

/** Runs a vendor's code and ignores its errors. */
async function attempt(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch {
    // Ignored: the page must not depend on a vendor.
  }
}
