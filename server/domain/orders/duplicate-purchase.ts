import { and, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Reader, Transaction } from "../../../db/client.ts";
import { prepared } from "../../../db/statements.ts";
import { type Author, updateRow } from "../../../db/record.ts";
import { type Order, orderItems, orders, users } from "../../../db/schema.ts";
import { postRefusals } from "../../contract/admin-messages.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { belongsTo, givesAccess, isGranted, isOfSameBuyer } from "../files/grants.ts";
import type { Viewer } from "../viewer.ts";
import { CHECK_FIRST, UNPAID } from "./order-status.ts";

// Never pay twice for one product: what a buyer has, which open checkouts that makes useless, and
// what was paid for all the same (decision: double-payment).

/**
 * What the buyer holds, or has under way, of these products, which is not sold again. The order's
 * session id leads to its success page.
 */
export function findOwnedItems(deps: Deps, productIds: number[], buyer: Viewer) {
  return listHeld(deps, productIds, belongsTo(deps.db, buyer, deps.clock.now()));
}

/** Says whether the buyer of an open checkout has one of these products by now, or under way. */
function hasBought(deps: Deps, productIds: number[], buyer: Viewer): boolean {
  return listHeld(deps, productIds, isOfSameBuyer(deps.db, buyer)).length > 0;
}

function listHeld(deps: Deps, productIds: number[], isTheirs: SQL) {
  return deps.db
    .select({
      productId: orderItems.productId,
      sessionId: orders.sessionId,
      email: orders.email,
      browserHash: orders.browserHash,
      orderedAt: orders.createdAt,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        or(isGranted(deps.clock.now()), eq(orders.status, "processing")),
        inArray(orderItems.productId, productIds),
        isTheirs,
      ),
    )
    .all();
}

/** Says whether an order has a line of this product that was not withdrawn. */
export function holdsProduct(db: Reader, orderId: number, productId: number): boolean {
  const line = and(
    eq(orderItems.orderId, orderId),
    eq(orderItems.productId, productId),
    isNull(orderItems.revokedAt),
  );
  return db.select({ id: orderItems.id }).from(orderItems).where(line).get() !== undefined;
}

/** Says whether an order is open though its buyer holds one of its products, or has it under way. */
export function isSuperseded(deps: Deps, order: Order): boolean {
  const { id, status, browserHash, userId } = order;
  if (status !== "open") return false;
  const lines = deps.db.select().from(orderItems).where(eq(orderItems.orderId, id)).all();
  const productIds = lines.map((line) => line.productId);
  const user = userId === null ? null : findUser(deps, userId);
  return hasBought(deps, productIds, { browserHash, user });
}

function findUser({ db }: Deps, userId: number): { id: number; email: string } | null {
  return db.select().from(users).where(eq(users.id, userId)).get() ?? null;
}

const openCheckoutsOfBuyer = prepared((db) => {
  // NULL equals nothing in SQL: an order without browser or email finds none by it.
  const given = (name: "id" | "browserHash" | "email") => sql.placeholder(name);
  const account = db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, given("email")));
  const isTheirs = or(
    eq(orders.browserHash, given("browserHash")),
    inArray(orders.userId, account),
  );
  const theirs = db.select({ id: orders.id }).from(orders).where(isTheirs);
  const lines = db
    .select({ productId: orderItems.productId })
    .from(orderItems)
    .where(eq(orderItems.orderId, given("id")));
  return db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(
      and(
        inArray(orders.status, UNPAID),
        inArray(orders.id, theirs),
        inArray(orderItems.productId, lines),
      ),
    )
    .prepare();
});

/**
 * Has the buyer's open checkouts checked at once that hold a product of this order, in the transaction
 * that finds it paid: it must not be paid for again in another tab.
 */
export function recheckOtherCheckouts(tx: Transaction, order: Order): void {
  const { id, browserHash, email } = order;
  const found = openCheckoutsOfBuyer(tx).all({ id, browserHash, email });
  if (found.length === 0) return;
  const ids = found.map((row) => row.id);
  tx.update(orders).set({ nextCheckAt: CHECK_FIRST }).where(inArray(orders.id, ids)).run();
}

type Buyer = { id: number; email: string | null; browserHash: string | null };

const otherItemsOfBuyer = prepared((db) => {
  const { email, browserHash } = orders;
  const isTheirs = or(
    eq(email, sql.placeholder("email")),
    eq(browserHash, sql.placeholder("browserHash")),
  );
  // By their own indexes: by status, every paid order would be read (decision: orders-by-buyer).
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

/**
 * The id of an earlier paid order of the same buyer that holds one of these products: money taken
 * twice, which the owner decides on. Nothing is refunded by itself.
 */
export function findDuplicatePurchase(
  tx: Transaction,
  { id, email, browserHash }: Buyer,
  { productIds, now }: { productIds: number[]; now: Date },
): number | null {
  // NULL equals nothing in SQL, so an order without email or browser matches no stranger's.
  const items = otherItemsOfBuyer(tx).all({ id, email, browserHash });
  const double = items.find(
    (item) => productIds.includes(item.productId) && givesAccess(item, now),
  );
  return double?.orderId ?? null;
}

/**
 * The owner has decided that nothing is to be done about a double payment. Throws AppError `conflict`
 * when the order is none, and when that was decided already.
 */
export function dismissDuplicate(tx: Transaction, id: number, author: Author): void {
  const order = tx.select().from(orders).where(eq(orders.id, id)).get();
  if (!order?.doubleOfId) throw new AppError("conflict", postRefusals.noDouble);
  if (order.doubleSettledAt) throw new AppError("conflict", postRefusals.settledAlready);
  updateRow(tx, orders, id, { doubleSettledAt: author.now }, author);
}
