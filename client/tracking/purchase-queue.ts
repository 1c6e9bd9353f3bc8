import { majorUnits } from "../../server/contract/format.ts";
import type { PurchaseDetail } from "../../server/contract/answers.ts";
import { withLock } from "../lib/tabs.ts";
import { browserStorage, readJson, tabStorage, type TextStorage } from "../lib/storage.ts";

export const QUEUE_KEY = "unreportedPurchases";
export const REPORTED_KEY = "reportedOrders";
const MOST_REMEMBERED = 50;
const LOCK = "purchase-report";

/** Purchase as reported to vendors: amounts in major units, without email or session id. */
export type TrackedPurchase = {
  orderId: string;
  value: number;
  currency: string;
  items: { id: string; name: string; price: number; quantity: number }[];
};

/** Converts a purchase for vendors; undefined without an order number or amount. */
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

export type PurchaseQueue = ReturnType<typeof createPurchaseQueue>;

/**
 * Queue of unreported purchases; each order is reported once per browser. `waiting` (per tab)
 * stores purchases until the visitor decides on consent, `done` (per browser) the reported orders.
 */
export function createPurchaseQueue({ waiting, done }: Record<"waiting" | "done", TextStorage>) {
  const list = () => listOf<TrackedPurchase>(readJson(waiting, QUEUE_KEY));

  const takeUnreported = (): TrackedPurchase[] => {
    const reported = listOf<string>(readJson(done, REPORTED_KEY));
    const fresh = list().filter(({ orderId }) => !reported.includes(orderId));
    waiting.removeItem(QUEUE_KEY);
    const ids = [...reported, ...fresh.map(({ orderId }) => orderId)];
    done.setItem(REPORTED_KEY, JSON.stringify(ids.slice(-MOST_REMEMBERED)));
    return fresh;
  };

  return {
    add(purchase: TrackedPurchase): void {
      const others = list().filter((other) => other.orderId !== purchase.orderId);
      waiting.setItem(QUEUE_KEY, JSON.stringify([...others, purchase]));
    },

    isEmpty: () => list().length === 0,

    /** Empties the queue and returns the purchases that no tab has reported yet. */
    take: (): Promise<TrackedPurchase[]> => withLock(LOCK, async () => takeUnreported()),

    drop: (): void => waiting.removeItem(QUEUE_KEY),
  };
}

export function pageQueue(): PurchaseQueue {
  return createPurchaseQueue({ waiting: tabStorage, done: browserStorage });
}

function listOf<Item>(value: unknown): Item[] {
  return Array.isArray(value) ? (value as Item[]) : [];
}
