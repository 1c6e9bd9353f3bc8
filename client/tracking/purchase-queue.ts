import { majorUnits } from "../../server/contract/format.ts";
import type { PurchaseDetail } from "../../server/contract/answers.ts";
import { browserStorage, readJson, tabStorage, type TextStorage } from "../lib/storage.ts";

export const QUEUE_KEY = "unreportedPurchases";
export const REPORTED_KEY = "reportedOrders";
const MOST_REMEMBERED = 50;
const LOCK = "purchase-report";

type TrackedItem = { id: string; name: string; price: number; quantity: number };

/**
 * A purchase as vendors may know it: amounts in major units, the order's short number as its id.
 * Neither the buyer's address nor the checkout session is part of it.
 */
export type TrackedPurchase = {
  orderId: string;
  value: number;
  currency: string;
  items: TrackedItem[];
};

/** What is told of a verified purchase; nothing of one without a number or an amount. */
export function toTrackedPurchase(purchase: PurchaseDetail): TrackedPurchase | undefined {
  const { orderNumber, totalAmount, currency, products } = purchase;
  if (!orderNumber || totalAmount === null) return undefined;
  return {
    orderId: orderNumber,
    value: majorUnits(totalAmount, currency),
    currency: currency.toUpperCase(),
    items: products.map(({ id, name, productName, price, quantity }) => ({
      id: String(id),
      name: productName || name,
      price: majorUnits(price ?? 0, currency),
      quantity,
    })),
  };
}

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

/** Purchases of this tab that wait for the visitor's choice. */
export function pageQueue(): PurchaseQueue {
  return createPurchaseQueue({
    waiting: tabStorage,
    done: browserStorage,
    locks: navigator.locks,
  });
}

function listOf<Entry>(value: unknown): Entry[] {
  return Array.isArray(value) ? (value as Entry[]) : [];
}
