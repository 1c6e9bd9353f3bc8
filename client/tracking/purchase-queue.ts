import { readJson, type TextStorage } from "./safe-storage.ts";
import type { TrackedPurchase } from "./tracked-purchase.ts";

export const QUEUE_KEY = "unreportedPurchases";
export const REPORTED_KEY = "reportedOrders";
const MOST_REMEMBERED = 50;
const LOCK = "purchase-report";

type Options = {
  /** Of this tab: purchases wait here for the visitor's choice, also over a reload. */
  waiting: TextStorage;
  /** Of this browser: orders that were reported, so that no tab does it again. */
  done: TextStorage;
  /** Web Locks; missing on plain http. */
  locks: Pick<LockManager, "request"> | undefined;
};

export type PurchaseQueue = ReturnType<typeof createPurchaseQueue>;

/** Purchases that are still to be reported, and the memory that keeps each from being reported twice. */
export function createPurchaseQueue({ waiting, done, locks }: Options) {
  const list = () => listOf<TrackedPurchase>(readJson(waiting, QUEUE_KEY));
  const reported = () => listOf<string>(readJson(done, REPORTED_KEY));

  const takeUnreported = (): TrackedPurchase[] => {
    const known = new Set(reported());
    const fresh = list().filter((purchase) => !known.has(purchase.orderId));
    waiting.removeItem(QUEUE_KEY);
    if (fresh.length > 0) {
      const ids = [...known, ...fresh.map((purchase) => purchase.orderId)];
      done.setItem(REPORTED_KEY, JSON.stringify(ids.slice(-MOST_REMEMBERED)));
    }
    return fresh;
  };

  return {
    /** Keeps a purchase until the visitor has chosen. */
    keep(purchase: TrackedPurchase): void {
      const others = list().filter((other) => other.orderId !== purchase.orderId);
      waiting.setItem(QUEUE_KEY, JSON.stringify([...others, purchase]));
    },

    isEmpty: () => list().length === 0,

    /** Gives every waiting purchase that no tab of this browser has reported; each is given once. */
    async take(): Promise<TrackedPurchase[]> {
      if (!locks) return takeUnreported();
      return locks.request(LOCK, async () => takeUnreported());
    },

    /** The visitor refuses: nothing is reported, now or later. */
    drop(): void {
      waiting.removeItem(QUEUE_KEY);
    },
  };
}

function listOf<Entry>(value: unknown): Entry[] {
  return Array.isArray(value) ? (value as Entry[]) : [];
}
