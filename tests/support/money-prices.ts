import { and, asc, eq, gt, inArray, isNull } from "drizzle-orm";
import { orderItems, orderNotes, orders, refunds } from "../../db/schema.ts";
import { sessionAmounts } from "../../server/demo/payments/amounts.ts";
import { patch } from "../../server/demo/payments/objects.ts";
import type { Session, SimulatorStore } from "../../server/demo/payments/objects.ts";
import type { World } from "./money-world.ts";

/** Takes a percentage off the lines of an open session, as a code entered on the pay page does. */
export function discountLines(store: SimulatorStore, sessionId: string, percent: number): void {
  const before = store.find("session_plan", sessionId)?.lines ?? [];
  const lines = before.map((line) => {
    const off = Math.round((line.amount_subtotal * percent) / 100);
    return { ...line, amount_discount: off, amount_total: line.amount_subtotal - off };
  });
  store.put("session_plan", { id: sessionId, lines });
  patch(store, "checkout.session", { id: sessionId, fields: sessionAmounts(lines) });
}

type RefundPlan = { part: string; line: number; left: number };

/** Returns the refunds in the provider's dashboard that carry out a plan. */
export function refundsOf(world: World, { id }: Session, { part, line, left }: RefundPlan) {
  if (part === "rest") return [{ amount: left }];
  if (part === "goodwill") return [{ amount: Math.min(left, 300) }];
  const { productId, paid: amount = 0 } = pick(world.linesOf(id), line) ?? {};
  if (part === "price") return [{ amount }];
  if (part === "line") return [{ amount, productId }];
  const half = Math.floor(amount / 2);
  return [half, amount - half].filter(Boolean).map((amount) => ({ amount, productId }));
}

/** Returns an item by its number, counted in a circle; undefined without items. */
export function pick<Item>(items: Item[], at: number): Item | undefined {
  return items.length === 0 ? undefined : items[at % items.length];
}

type ItemRow = ReturnType<typeof itemsOf>[number];

function itemsOf({ db, lastOrderId }: World) {
  return db
    .select({ item: orderItems, order: orders })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(gt(orders.id, lastOrderId), eq(orders.status, "paid")))
    .orderBy(asc(orders.paidAt), asc(orders.id), asc(orderItems.id))
    .all();
}

/** Yields a description of each paid order whose amounts do not add up to the cent. */
export function* priceViolations(world: World): Generator<string> {
  const rows = itemsOf(world);
  for (const [id, ofOrder] of Map.groupBy(rows, ({ order }) => order.id)) {
    const sum = (amountOf: (row: ItemRow) => number) =>
      ofOrder.reduce((total, row) => total + amountOf(row), 0);
    const paid = sum(({ item }) => item.paidAmount ?? Number.NaN);
    const { totalAmount, taxAmount, discountAmount, refundedAmount } = ofOrder[0]?.order ?? {};
    if (paid !== totalAmount) yield `the items of order ${id} cost ${paid}, not ${totalAmount}`;
    if (sum(({ item }) => item.taxAmount) !== taxAmount) yield `order ${id} has another tax`;
    if ((refundedAmount ?? 0) > paid) yield `order ${id} got more back than was paid`;
    const rest = paid - sum(({ item }) => item.price) + (discountAmount ?? 0);
    if (rest !== 0 && rest !== taxAmount) yield `order ${id} is off by ${rest}`;
    for (const { item } of ofOrder) yield* refundViolations(world, item);
  }
  yield* creditViolations(world, rows);
}

/** Invariant: the shop refunds an item once, and at most what was paid for it. */
function* refundViolations({ db }: World, item: ItemRow["item"]): Generator<string> {
  const isLive = inArray(refunds.status, ["pending", "succeeded"]);
  const ofItem = and(eq(refunds.orderItemId, item.id), isLive);
  const made = db.select().from(refunds).where(ofItem).all();
  const sum = made.reduce((total, { amount }) => total + amount, 0);
  if (made.length > 1 || sum > (item.paidAmount ?? 0)) yield `item ${item.id} got ${sum} back`;
}

/**
 * Invariants: price and credit of an upgrade add up to the product's price, a credit never exceeds
 * what was paid, and of two upgrades with one credit exactly the later has a note.
 */
function* creditViolations(world: World, rows: ItemRow[]): Generator<string> {
  const upgrades = rows.filter(({ item }) => item.creditedItemId !== null);
  for (const { item } of upgrades) {
    const price = world.priceOf(item.productId);
    if (item.price + item.creditAmount !== price) yield `upgrade ${item.id} is not of ${price}`;
    const credited = rows.find((row) => row.item.id === item.creditedItemId)?.item;
    if (!credited) yield `upgrade ${item.id} has the credit of an unpaid item`;
    else if (item.creditAmount > (credited.paidAmount ?? 0) + credited.creditAmount) {
      yield `upgrade ${item.id} has a credit of ${item.creditAmount}`;
    }
  }
  const active = upgrades.filter(({ item }) => item.revokedAt === null);
  const groups = Map.groupBy(active, ({ item }) => item.creditedItemId);
  const later = [...groups.values()].flatMap((group) =>
    group.slice(1).map(({ order }) => order.id),
  );
  const noted = openNotes(world, "credit_used_twice");
  if (new Set(later).symmetricDifference(new Set(noted)).size > 0) {
    yield `orders ${later.join()} use a credit twice, noted are ${noted.join()}`;
  }
  for (const { item, order } of active) {
    const first = rows.find((row) => row.item.id === item.creditedItemId);
    const isRefunded = first?.item.revokeReason === "refund";
    const isNoted = openNotes(world, "credit_refunded").includes(order.id);
    if (isRefunded && !isNoted) yield `order ${order.id} does not say that its credit is refunded`;
    if (first?.order.refundedAmount === 0 && first.item.revokedAt === null && isNoted) {
      yield `order ${order.id} says that its credit is refunded`;
    }
  }
}

function openNotes({ db, lastOrderId }: World, kind: "credit_used_twice" | "credit_refunded") {
  const isOpen = and(eq(orderNotes.kind, kind), isNull(orderNotes.doneAt));
  return db
    .select({ id: orderNotes.orderId })
    .from(orderNotes)
    .where(and(isOpen, gt(orderNotes.orderId, lastOrderId)))
    .all()
    .map(({ id }) => id);
}
