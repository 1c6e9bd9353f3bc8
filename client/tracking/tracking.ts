import type { Choice, Consent } from "./consent.ts";
import type { PurchaseQueue } from "./purchase-queue.ts";
import type { Vendor } from "./vendors.ts";

type TrackingOptions = {
  vendors: Vendor[];
  consent: Consent;
  queue: PurchaseQueue;
  /** Whether vendors may run on this page. */
  isTracked: () => boolean;
  /** Removes the session id from the URL. Returns false when that is not possible yet. */
  hideUrl: () => boolean;
  /** Removes a vendor's cookies and storage. */
  forget: (traces: RegExp) => void;
};

/**
 * Starts and stops vendors by the visitor's decision, and reports each purchase once to the allowed
 * ones. Ignores vendor errors. Returns a function to call for a new decision, purchase or page.
 */
export function createTracking(options: TrackingOptions): () => Promise<void> {
  const { vendors, consent, queue, isTracked, hideUrl, forget } = options;
  /** Started vendors; each promise resolves when its script has loaded or failed. */
  const running = new Map<Vendor, Promise<unknown>>();
  let reported: Choice | undefined;

  return async () => {
    const choice = consent.choice();
    if (!choice) return;
    const allowed = vendors.filter(({ category }) => choice[category]);
    for (const vendor of vendors.filter((vendor) => !allowed.includes(vendor))) {
      if (running.delete(vendor)) void attempt(() => vendor.stop());
      void attempt(() => forget(vendor.traces));
    }
    if (allowed.length === 0) return queue.drop();
    if (!isTracked() || !hideUrl()) return;
    // Pass a changed decision to running vendors too: the tag manager uses both categories.
    for (const vendor of allowed) {
      if (choice === reported && running.has(vendor)) continue;
      const started = attempt(() => vendor.start(choice));
      running.set(vendor, Promise.all([running.get(vendor), started]));
    }
    reported = choice;
    // `take` marks purchases as reported, so wait until the scripts have loaded.
    await Promise.all(running.values());
    if (queue.isEmpty()) return;
    for (const purchase of await queue.take()) {
      for (const vendor of running.keys()) void attempt(() => vendor.purchase(purchase));
    }
  };
}

/** Runs vendor code and ignores its errors, so that a vendor cannot break the page. */
async function attempt(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch {
    // A vendor error must not affect the page.
  }
}

type TraceWindow = {
  document: { cookie: string };
  location: Pick<Location, "hostname">;
  localStorage: Pick<Storage, "length" | "key" | "removeItem">;
};

/** Removes first-party cookies and localStorage entries whose name matches. */
export function forgetTraces({ document, location, localStorage }: TraceWindow, traces: RegExp) {
  const labels = location.hostname.split(".");
  for (const pair of document.cookie.split(";")) {
    const name = pair.split("=")[0]?.trim() ?? "";
    if (!traces.test(name)) continue;
    const expired = `${name}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`;
    document.cookie = expired;
    // Removing a cookie requires its exact domain, which can be any parent of this host.
    for (const index of labels.keys()) {
      document.cookie = `${expired}; domain=${labels.slice(index).join(".")}`;
    }
  }
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index));
  for (const key of keys) if (key !== null && traces.test(key)) localStorage.removeItem(key);
}
