import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Reader, Transaction } from "../../../db/client.ts";
import type { Author } from "../../../db/record.ts";
import {
  type Order,
  type OrderItem,
  orderItems,
  orders,
  products,
  refunds,
} from "../../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { payableAmount } from "../../ports/prices.ts";
import { belongsTo, type Viewer, whereOwned } from "../viewer.ts";
import { CHECK_FIRST, findOrderById, paidOf } from "./order.ts";
import { hasStatus, PAID_OR_PROCESSING } from "../../../db/order-status.ts";
import { type Note, syncNotes } from "./order-notes.ts";
import type { Credit, QuotedProduct } from "./quote.ts";

// An upgrade costs the product's price minus the credit for an earlier purchase.

const NOTES = ["credit_refunded", "credit_used_twice"] as const;

/**
 * Returns an item's credit towards an upgrade: the amount paid and not refunded, in the currency's
 * smallest unit, without a tax added to the price. For an upgraded item, its own credit is added.
 */
export function creditOf(db: Pick<Reader, "select" | "sqlite">, item: OrderItem): number {
  const order = findOrderById(db, item.orderId);
  if (!order || isRefunded(item)) return 0;
  const items = db.select().from(orderItems).where(eq(orderItems.orderId, order.id)).all();
  const paid = paidOf(item);
  const kept = paid - refundedOf(db, { order, items, item });
  const net = paid - (order.addedTax > 0 ? item.taxAmount : 0);
  const own = kept <= 0 ? 0 : Math.floor((net * kept) / paid);
  const earlier = findItem(db, item.creditedItemId);
  return own + (earlier ? Math.min(item.creditAmount, creditOf(db, earlier)) : 0);
}

/** Lists the unused credits of the buyer for these products, the largest first. */
export function listCredits(
  { db, clock }: Pick<Deps, "db" | "clock">,
  wanted: QuotedProduct[],
  buyer: Viewer,
): Credit[] {
  const ids = wanted.filter(({ type }) => type === "digital").map(({ id }) => id);
  const isUpgrade = and(inArray(products.id, ids), isNotNull(products.upgradesFromId));
  const upgrades = db
    .select({ id: products.id, fromId: products.upgradesFromId })
    .from(products)
    .where(isUpgrade)
    .all();
  if (upgrades.length === 0) return [];
  const fromIds = upgrades.flatMap(({ fromId }) => fromId ?? []);
  const now = clock.now();
  const owned = db
    .select({ item: orderItems, currency: orders.currency })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        whereOwned(now),
        inArray(orderItems.productId, fromIds),
        eq(orderItems.type, "digital"),
        belongsTo(db, buyer, now),
      ),
    )
    .all();
  const used = listUpgradesFrom(
    db,
    owned.map(({ item }) => item.id),
  );
  return owned
    .filter(({ item }) => !used.some((upgrade) => upgrade.item.creditedItemId === item.id))
    .flatMap(({ item, currency }) => {
      const credit = { itemId: item.id, name: item.name, currency, amount: creditOf(db, item) };
      return upgrades
        .filter(({ fromId }) => fromId === item.productId)
        .map(({ id }) => ({ ...credit, upgradeId: id }));
    })
    .filter(({ amount }) => amount > 0)
    .toSorted((a, b) => b.amount - a.amount);
}

/** Returns the order of the earlier purchase that was credited to an upgrade. */
export function findCreditedOrder(
  db: Pick<Reader, "select" | "sqlite">,
  { creditedItemId }: Pick<OrderItem, "creditedItemId">,
): Order | undefined {
  const creditedItem = findItem(db, creditedItemId);
  return creditedItem && findOrderById(db, creditedItem.orderId);
}

function isRefunded({ revokeReason }: OrderItem): boolean {
  return revokeReason === "refund" || revokeReason === "dispute";
}

function findItem(db: Pick<Reader, "select">, id: number | null): OrderItem | undefined {
  if (id === null) return undefined;
  return db.select().from(orderItems).where(eq(orderItems.id, id)).get();
}

type Share = { order: Order; items: OrderItem[]; item: OrderItem };

/** The refunds of an item, and its share of those that name no item. */
function refundedOf(db: Pick<Reader, "select">, { order, items, item }: Share): number {
  const isLive = inArray(refunds.status, ["pending", "succeeded"]);
  const ofOrder = and(eq(refunds.orderId, order.id), isLive);
  const rows = db.select().from(refunds).where(ofOrder).all();
  const sumOf = (some: typeof rows) => some.reduce((sum, { amount }) => sum + amount, 0);
  const named = rows.filter(({ orderItemId }) => orderItemId !== null);
  const elsewhere = items.filter(
    ({ id, revokeReason }) =>
      id !== item.id &&
      revokeReason === "refund" &&
      !named.some(({ orderItemId }) => orderItemId === id),
  );
  const total = order.refundedAmount + sumOf(rows.filter(({ status }) => status === "pending"));
  const paidInAll = items.reduce((sum, each) => sum + paidOf(each), 0);
  const general = total - sumOf(named) - elsewhere.reduce((sum, each) => sum + paidOf(each), 0);
  const share = Math.ceil((Math.max(0, general) * paidOf(item)) / Math.max(1, paidInAll));
  return share + sumOf(named.filter(({ orderItemId }) => orderItemId === item.id));
}

/** Lists the active upgrades, paid or processing, for which these items were credited. */
export function listUpgradesFrom(db: Pick<Reader, "select">, itemIds: number[]) {
  // SQLite would read the whole table for an empty list.
  if (itemIds.length === 0) return [];
  return db
    .select({ item: orderItems, order: orders })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        inArray(orderItems.creditedItemId, itemIds),
        isNull(orderItems.revokedAt),
        hasStatus(...PAID_OR_PROCESSING),
      ),
    )
    .all();
}

/** Whether the credit of an unpaid order has been used or refunded meanwhile. */
export function isCreditVoid(db: Pick<Reader, "select" | "sqlite">, order: Order): boolean {
  return listCredited(db, order.id).some(
    ({ item, credited }) =>
      listUpgradesFrom(db, [credited.id]).length > 0 || lostOf(db, { item, credited, order }) > 0,
  );
}

/** Notes credits of a paid order that were refunded, or that an order paid earlier has used. */
function syncCreditNotes(tx: Transaction, orderId: number, author: Author): void {
  const order = findOrderById(tx, orderId);
  if (order?.status !== "paid") return;
  const active = listCredited(tx, orderId).filter(({ item }) => item.revokedAt === null);
  const lost = active.reduce((sum, each) => sum + lostOf(tx, { ...each, order }), 0);
  const isUsedTwice = listUpgradesFrom(
    tx,
    active.map(({ credited }) => credited.id),
  ).some((other) => isPaidBefore(other.order, order));
  const current: Note[] = [];
  if (lost > 0) current.push({ kind: "credit_refunded", amount: lost });
  if (isUsedTwice) current.push({ kind: "credit_used_twice", amount: null });
  syncNotes(tx, { orderId, kinds: NOTES, current, author });
}

/**
 * After a payment, a refund or a change of access, updates the orders that share a credit with this
 * order: those of its upgrades, and those that credit the same items.
 */
export function syncCredits(
  tx: Transaction,
  { order, author }: { order: Pick<Order, "id">; author: Author },
): void {
  const ofOrder = eq(orderItems.orderId, order.id);
  const items = tx.select().from(orderItems).where(ofOrder).all();
  const ids = items.flatMap(({ id, creditedItemId }) => [id, creditedItemId ?? id]);
  for (const id of listCreditedOrders(tx, ids)) syncCreditNotes(tx, id, author);
  recheckCredited(tx, ids);
}

/** Schedules an immediate check of the open checkouts for which one of these items is credited. */
function recheckCredited(tx: Transaction, itemIds: number[]): void {
  const ids = listCreditedOrders(tx, itemIds);
  if (ids.length === 0) return;
  const isOpen = and(inArray(orders.id, ids), eq(orders.status, "open"));
  tx.update(orders).set({ nextCheckAt: CHECK_FIRST }).where(isOpen).run();
}

function listCreditedOrders(db: Pick<Reader, "select">, itemIds: number[]): number[] {
  if (itemIds.length === 0) return [];
  const isCredited = inArray(orderItems.creditedItemId, itemIds);
  const found = db.select({ id: orderItems.orderId }).from(orderItems).where(isCredited).all();
  return [...new Set(found.map(({ id }) => id))];
}

type Credited = { item: OrderItem; credited: OrderItem };

function listCredited(db: Pick<Reader, "select">, orderId: number): Credited[] {
  return db
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orderId), isNotNull(orderItems.creditedItemId)))
    .all()
    .flatMap((item) => {
      const credited = findItem(db, item.creditedItemId);
      return credited ? { item, credited } : [];
    });
}

/** The refunded part of a credit. Ignores cents dropped by rounding the upgrade's price. */
function lostOf(
  db: Pick<Reader, "select" | "sqlite">,
  { item, credited, order }: Credited & { order: Order },
): number {
  return payableAmount(item.creditAmount - creditOf(db, credited), order.currency);
}

function isPaidBefore(a: Order, b: Order): boolean {
  if (a.id === b.id || a.paidAt === null) return false;
  const difference = a.paidAt.getTime() - (b.paidAt?.getTime() ?? Infinity);
  return difference < 0 || (difference === 0 && a.id < b.id);
}
