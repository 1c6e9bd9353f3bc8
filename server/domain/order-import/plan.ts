import type { Reader } from "../../../db/client.ts";
import type { ForeignSource } from "../../contract/order-import.ts";
import { DAY_MS } from "../../contract/time.ts";
import type { ForeignItem, ForeignOrder } from "../../ports/read-worker.ts";

/** An item to store: a product here, with its share of what was paid. */
type PlannedItem = { productId: number; price: number; paid: number };

/** What an import does with an order. A `known` one was imported earlier and stays unchanged. */
export type OrderPlan =
  | { outcome: "skipped"; reason: "number_taken" | "unknown_product" }
  | { outcome: "known" }
  | { outcome: "changed"; orderId: number; change: KnownChange }
  | { outcome: "added"; items: PlannedItem[] };

/** Product id by the product's name in the file; null leaves the product out. */
type ForeignProducts = Readonly<Record<string, number | null>>;

/** Decides what an import does with an order. */
export function planOrder(
  db: Pick<Reader, "sqlite">,
  order: ForeignOrder,
  { source, products }: { source: ForeignSource; products: ForeignProducts },
): OrderPlan {
  const known = findKnown(db, source, order.sourceId);
  if (!known) {
    const items = planItems(order, products);
    if (items.length === 0) return { outcome: "skipped", reason: "unknown_product" };
    return { outcome: "added", items };
  }
  if (isOtherOrder(source, known, order)) return { outcome: "skipped", reason: "number_taken" };
  const change = changeOfKnown(known, order);
  return change ? { outcome: "changed", orderId: known.id, change } : { outcome: "known" };
}

/**
 * Returns the items of an order that have a product here. The shares of all items add up to the
 * order's total, whatever discounts, shipping and taxes the prices leave out. Items of the same
 * product become one.
 */
function planItems({ items, total }: ForeignOrder, products: ForeignProducts): PlannedItem[] {
  const shares = sharesOf(total, items);
  const planned = new Map<number, PlannedItem>();
  for (const [at, { name, price }] of items.entries()) {
    const productId = productIdOf(name, products);
    if (productId === null) continue;
    const same = planned.get(productId) ?? { productId, price: 0, paid: 0 };
    const paid = same.paid + (shares[at] ?? 0);
    planned.set(productId, { productId, price: same.price + price, paid });
  }
  return [...planned.values()];
}

/** Returns the id of a product here; null if it is left out. */
export function productIdOf(name: string, products: ForeignProducts): number | null {
  return (Object.hasOwn(products, name) ? products[name] : null) ?? null;
}

/** Splits a total by the prices, or evenly if all are free. Rounded sums keep the shares exact. */
function sharesOf(total: number, items: readonly ForeignItem[]): number[] {
  const sum = items.reduce((all, { price }) => all + price, 0);
  let before = 0;
  return items.map(({ price }, at) => {
    const weight = sum === 0 ? 1 / items.length : price / sum;
    const share = before + weight;
    const cents = Math.round(total * share) - Math.round(total * before);
    before = at === items.length - 1 ? 1 : share;
    return cents;
  });
}

/** An order that was imported earlier, with its items. Times are in milliseconds. */
type KnownOrder = {
  id: number;
  paidAt: number;
  refundedAmount: number;
  items: {
    id: number;
    revokedAt: number | null;
    revokeReason: string | null;
    accessUntil: number | null;
  }[];
};

/** Finds an imported order by its id in the other shop. */
function findKnown(
  { sqlite }: Pick<Reader, "sqlite">,
  source: ForeignSource,
  sourceId: string,
): KnownOrder | undefined {
  const order = sqlite
    .prepare<[string, string], Omit<KnownOrder, "items">>(
      `SELECT id, paid_at AS paidAt, refunded_amount AS refundedAmount FROM orders
       WHERE source <> 'own' AND source = ? AND source_id = ?`,
    )
    .get(source, sourceId);
  if (!order) return undefined;
  const items = sqlite
    .prepare<[number], KnownOrder["items"][number]>(
      `SELECT id, revoked_at AS revokedAt, revoke_reason AS revokeReason,
         access_until AS accessUntil FROM order_items WHERE order_id = ?`,
    )
    .all(order.id);
  return { ...order, items };
}

/** Largest difference of a payment's time between two imports that read it in different time zones. */
const ZONES_MS = 2 * DAY_MS;

/**
 * Whether a known order only has the number of another order. That is possible in files of any shop,
 * because two shops number their orders alike.
 */
function isOtherOrder(source: ForeignSource, known: KnownOrder, { paidAt }: ForeignOrder): boolean {
  return source === "csv" && Math.abs(known.paidAt - paidAt) > ZONES_MS;
}

/** What a newer export changes in a known order: it only ends access and adds refunds. */
type KnownChange = { refundedAmount: number | null; revoked: number[]; ended: number[] };

/**
 * Returns what a newer export changes in an order; null for no change. Access that the owner has
 * restored here stays.
 */
function changeOfKnown(known: KnownOrder, foreign: ForeignOrder): KnownChange | null {
  const open = known.items.filter(
    ({ revokedAt, revokeReason }) => revokedAt === null && revokeReason !== "kept",
  );
  const until = foreign.accessUntil;
  const change = {
    refundedAmount: foreign.refunded > known.refundedAmount ? foreign.refunded : null,
    revoked: foreign.state === "paid" ? [] : open.map(({ id }) => id),
    ended: open.flatMap(({ id, accessUntil }) =>
      until !== null && (accessUntil === null || accessUntil > until) ? [id] : [],
    ),
  };
  const hasChange =
    change.refundedAmount !== null || change.revoked.length > 0 || change.ended.length > 0;
  return hasChange ? change : null;
}
