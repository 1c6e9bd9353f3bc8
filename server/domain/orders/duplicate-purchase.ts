import { and, eq, gte, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Reader, Transaction } from "../../../db/client.ts";
import { type Author, updateRow } from "../../../db/record.ts";
import { type Order, orderItems, orders, users } from "../../../db/schema.ts";
import { prepared } from "../../../db/statements.ts";
import { orderErrors } from "./refusals.ts";
import type { Deps } from "../../deps.ts";
import { conflict } from "../../errors.ts";
import { isOfSameBuyer, isOwned, whereOwned } from "../viewer.ts";
import { isCreditVoid } from "./credits.ts";
import { type Buyer, isBoughtBy, isSameGift } from "./gifts.ts";
import { CHECK_FIRST } from "./order.ts";
import {
  hasStatus,
  isPaidOrProcessing,
  PAID_OR_PROCESSING,
  PAYABLE,
} from "../../../db/order-status.ts";

/** Finds items of these products that the buyer (the recipient of a gift) owns or that are processing. */
export function findOwnedItems(deps: Deps, productIds: number[], buyer: Buyer) {
  return listOwned(deps, productIds, isBoughtBy(deps.db, buyer, deps.clock.now()));
}

function listOwned(deps: Deps, productIds: number[], isTheirs: SQL) {
  const isBought = or(whereOwned(deps.clock.now()), eq(orders.status, "processing"));
  return deps.db
    .select({
      productId: orderItems.productId,
      sessionId: orders.sessionId,
      email: orders.email,
      browserHash: orders.browserHash,
      orderedAt: orders.createdAt,
      paidAt: orders.paidAt,
      customerId: orders.customerId,
      addressChanges: orders.addressChanges,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(isBought, inArray(orderItems.productId, productIds), isTheirs))
    .all();
}

export function hasProduct(db: Reader, orderId: number, productId: number): boolean {
  const isActiveItem = and(
    eq(orderItems.orderId, orderId),
    eq(orderItems.productId, productId),
    isNull(orderItems.revokedAt),
  );
  return db.select({ id: orderItems.id }).from(orderItems).where(isActiveItem).get() !== undefined;
}

/**
 * Whether an open order contains a product that its buyer has acquired meanwhile, or an upgrade whose
 * credit has been used or refunded.
 */
export function isSuperseded(deps: Deps, order: Order): boolean {
  const { id, status, browserHash, userId } = order;
  if (status !== "open") return false;
  const items = deps.db.select().from(orderItems).where(eq(orderItems.orderId, id)).all();
  const productIds = items.map((item) => item.productId);
  const user =
    userId === null ? null : deps.db.select().from(users).where(eq(users.id, userId)).get();
  const isTheirs =
    isSameGift(deps.db, order) ?? isOfSameBuyer(deps.db, { browserHash, user: user ?? null });
  if (listOwned(deps, productIds, isTheirs).length > 0) return true;
  return items.some((item) => item.creditedItemId !== null) && isCreditVoid(deps.db, order);
}

/** Whether the buyer of an order has bought one of its products, or anything since, in another order. */
export function hasBoughtElsewhere({ db }: Pick<Deps, "db">, order: Order, email: string): boolean {
  const { id, browserHash, userId, giftTo, giverHash } = order;
  const items = db.select().from(orderItems).where(eq(orderItems.orderId, id)).all();
  const browser = browserHash ?? giverHash;
  const isTheirs = or(
    eq(orders.email, email),
    eq(orders.giverEmail, email),
    browser === null ? undefined : eq(orders.browserHash, browser),
    browser === null ? undefined : eq(orders.giverHash, browser),
    userId === null ? undefined : eq(orders.userId, userId),
  );
  const theirs = db.select({ id: orders.id }).from(orders).where(isTheirs);
  const isSame = and(
    giftTo === null ? isNull(orders.giftTo) : eq(orders.giftTo, giftTo),
    inArray(
      orderItems.productId,
      items.map((item) => item.productId),
    ),
  );
  const isLater = or(eq(orders.status, "processing"), gte(orders.paidAt, order.createdAt));
  const bought = db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(
      and(
        hasStatus(...PAID_OR_PROCESSING),
        ne(orders.id, id),
        inArray(orders.id, theirs),
        or(isSame, isLater),
      ),
    );
  return bought.get() !== undefined;
}

// In SQL, NULL equals nothing: a missing browser hash or email matches no other orders.

const openCheckoutsOfBuyer = prepared((db) => {
  const isOwnEmail = eq(users.email, sql.placeholder("email"));
  const account = db.select({ id: users.id }).from(users).where(isOwnEmail);
  const isSameRecipient = eq(orders.giftTo, sql.placeholder("giftTo"));
  const isTheirs = or(
    eq(orders.browserHash, sql.placeholder("browserHash")),
    inArray(orders.userId, account),
    and(eq(orders.giverHash, sql.placeholder("giverHash")), isSameRecipient),
    and(eq(orders.giverEmail, sql.placeholder("giverEmail")), isSameRecipient),
  );
  const theirs = db.select({ id: orders.id }).from(orders).where(isTheirs);
  const products = db
    .select({ productId: orderItems.productId })
    .from(orderItems)
    .where(eq(orderItems.orderId, sql.placeholder("id")));
  return db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(
      and(
        inArray(orders.status, PAYABLE),
        inArray(orders.id, theirs),
        inArray(orderItems.productId, products),
      ),
    )
    .prepare();
});

/**
 * After a payment or its start, schedules an immediate check of the buyer's open checkouts that share
 * a product with this order.
 */
export function recheckOtherCheckouts(tx: Transaction, { order }: { order: Order }): void {
  const { id, browserHash, email, status, giftTo, giverHash, giverEmail } = order;
  if (!isPaidOrProcessing(status)) return;
  const gift = { giftTo, giverHash, giverEmail };
  const found = openCheckoutsOfBuyer(tx).all({ id, browserHash, email, ...gift });
  if (found.length === 0) return;
  const ids = found.map((row) => row.id);
  tx.update(orders).set({ nextCheckAt: CHECK_FIRST }).where(inArray(orders.id, ids)).run();
}

const otherItemsOfBuyer = prepared((db) => {
  const isTheirs = or(
    eq(orders.email, sql.placeholder("email")),
    eq(orders.browserHash, sql.placeholder("browserHash")),
  );
  // A subquery, so that SQLite uses the indexes on email and browser: nearly all orders are paid.
  const theirs = db.select({ id: orders.id }).from(orders).where(isTheirs);
  return db
    .select({
      orderId: orders.id,
      productId: orderItems.productId,
      grantedAt: orderItems.grantedAt,
      revokedAt: orderItems.revokedAt,
      accessUntil: orderItems.accessUntil,
    })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(
      and(
        eq(orders.status, "paid"),
        ne(orders.id, sql.placeholder("id")),
        inArray(orders.id, theirs),
      ),
    )
    .prepare();
});

/** The id of an earlier paid order of the same buyer with one of these products, or null. */
export function findDuplicatePurchase(
  tx: Transaction,
  { id, email, browserHash }: Pick<Order, "id" | "email" | "browserHash">,
  { productIds, now }: { productIds: number[]; now: Date },
): number | null {
  const items = otherItemsOfBuyer(tx).all({ id, email, browserHash });
  const duplicate = items.find((item) => productIds.includes(item.productId) && isOwned(item, now));
  return duplicate?.orderId ?? null;
}

/** Records that a duplicate is settled. Throws AppError `conflict` when it is not a duplicate or already settled. */
export function dismissDuplicate(tx: Transaction, id: number, author: Author): void {
  const order = tx.select().from(orders).where(eq(orders.id, id)).get();
  if (!order?.duplicateOfId) throw conflict(orderErrors.noDuplicate);
  if (order.duplicateResolvedAt) throw conflict(orderErrors.duplicateResolved);
  updateRow(tx, orders, id, { duplicateResolvedAt: author.now }, author);
}
