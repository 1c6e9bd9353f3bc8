import { and, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Reader } from "../../db/client.ts";
import { PAID_OR_PROCESSING, hasStatus } from "../../db/order-status.ts";
import { type Order, type OrderItem, orderItems, orders } from "../../db/schema.ts";
import { DAY_MS } from "../contract/time.ts";

/** Limit of orders per account query. Links in mails for older orders still work. */
const MOST_ORDERS = 500;

/** How long a guest's browser has access to its orders. */
export const GUEST_ACCESS_MS = 28 * DAY_MS;

/** Identity of a request: the browser id, the signed-in user, both or neither. */
export type Viewer = {
  browserHash: string | null;
  user: { id: number; email: string; isAdmin?: boolean } | null;
};

/** SQL condition for orders whose buyer has not deleted the account. */
export const HAS_ACCOUNT = isNull(orders.accountDeletedAt);

type Owned = Pick<Order, "userId" | "email" | "accountDeletedAt">;

/** Whether the order belongs to the user, by account id or email. */
export function isOfUser(
  { userId, email, accountDeletedAt }: Owned,
  user: Viewer["user"],
): boolean {
  if (user === null || accountDeletedAt !== null) return false;
  return userId === user.id || email === user.email;
}

/** Whether the viewer owns the order, by browser or by signed-in account. */
export function isOwner(order: Owned & OfBrowser, viewer: Viewer, now: Date): boolean {
  return isBuyingBrowser(order, viewer, now) || isOfUser(order, viewer.user);
}

/**
 * SQL condition for a user's newest paid or processing orders. Uses a UNION so that SQLite can use
 * the indexes on user and email.
 */
export function boughtBy(user: { id: number | SQL; email: string | SQL }): SQL {
  const newest = (isTheirs: SQL) => sql`
    SELECT id FROM (
      SELECT ${orders.id} FROM ${orders}
      WHERE ${isTheirs} AND ${HAS_ACCOUNT} AND ${hasStatus(...PAID_OR_PROCESSING)}
      ORDER BY ${orders.id} DESC LIMIT ${sql.raw(String(MOST_ORDERS))}
    )`;
  const own = newest(eq(orders.userId, user.id));
  const addressed = newest(eq(orders.email, user.email));
  return sql`${orders.id} IN (${own} UNION ALL ${addressed})`;
}

export function belongsTo(
  db: Pick<Reader, "select">,
  { browserHash, user }: Viewer,
  now: Date,
): SQL {
  return isOneOfOrders(
    db,
    or(
      browserHash !== null ? isOfBrowser(browserHash, user, now) : undefined,
      user ? belongsToUser(user) : undefined,
    ),
  );
}

/**
 * SQL condition for orders of the same buyer, used to prevent duplicate purchases. Includes orders
 * that this browser can no longer access.
 */
export function isOfSameBuyer(db: Pick<Reader, "select">, { browserHash, user }: Viewer): SQL {
  const sameAccount = user ? or(isNull(orders.userId), eq(orders.userId, user.id)) : undefined;
  return isOneOfOrders(
    db,
    or(
      browserHash !== null ? and(eq(orders.browserHash, browserHash), sameAccount) : undefined,
      user ? belongsToUser(user) : undefined,
    ),
  );
}

/** SQL condition for the orders of a user, by account id or email. */
export function belongsToUser(user: { id: number; email: string }) {
  return or(eq(orders.userId, user.id), and(eq(orders.email, user.email), HAS_ACCOUNT));
}

/** SQL condition for the orders of a condition, as a subquery that uses its index; false without one. */
export function isOneOfOrders(db: Pick<Reader, "select">, condition: SQL | undefined): SQL {
  if (!condition) return sql`false`;
  return inArray(orders.id, db.select({ id: orders.id }).from(orders).where(condition));
}

function isOfBrowser(browserHash: string, user: Viewer["user"], now: Date) {
  const isGuests = and(isNull(orders.userId), gt(orders.createdAt, guestAccessSince(now)));
  const hasAccess = user ? or(isGuests, eq(orders.userId, user.id)) : isGuests;
  return and(eq(orders.browserHash, browserHash), hasAccess);
}

type OfBrowser = { browserHash: string | null; userId: number | null; createdAt: Date };

/** Whether this browser placed the order, as a guest in the last 28 days or as the same user. */
export function isBuyingBrowser(
  { browserHash, userId, createdAt }: OfBrowser,
  viewer: Viewer,
  now: Date,
): boolean {
  if (viewer.browserHash === null || browserHash !== viewer.browserHash) return false;
  if (userId === null) return createdAt > guestAccessSince(now);
  return viewer.user?.id === userId;
}

/** Returns the time after which an order must be created for a guest to access it. */
export function guestAccessSince(now: Date): Date {
  return new Date(now.getTime() - GUEST_ACCESS_MS);
}

// Three states of an item, each a subset of the one before: bought (its order is `PAID_OR_PROCESSING`),
// owned (paid, granted, not revoked, not ended), accessible (owned, and access has started).

/**
 * SQL condition for items that are accessible at `now`. Combine it with a more selective condition
 * on `orders`.
 */
export function whereAccessible(now: Date | SQL): SQL {
  const hasBegun = or(isNull(orderItems.accessFrom), lte(orderItems.accessFrom, now));
  return and(whereOwned(now), hasBegun) as SQL;
}

/** SQL condition for owned items: also those that wait for the end of the withdrawal period. */
export function whereOwned(now: Date | SQL): SQL {
  return and(
    hasStatus("paid"),
    isNotNull(orderItems.grantedAt),
    isNull(orderItems.revokedAt),
    or(isNull(orderItems.accessUntil), gt(orderItems.accessUntil, now)),
  ) as SQL;
}

type Grant = Pick<OrderItem, "grantedAt" | "revokedAt" | "accessUntil">;

/** Like `whereAccessible`, for an item of a paid order. */
export function isAccessible(item: Grant & Pick<OrderItem, "accessFrom">, now: Date): boolean {
  return isOwned(item, now) && (item.accessFrom === null || item.accessFrom <= now);
}

/** Returns when future access to an owned item starts, as ISO 8601, or null. */
export function accessStartOf(
  item: Grant & Pick<OrderItem, "accessFrom">,
  now: Date,
): string | null {
  if (!isOwned(item, now) || isAccessible(item, now)) return null;
  return item.accessFrom?.toISOString() ?? null;
}

/** Like `whereOwned`, for an item of a paid order. */
export function isOwned(item: Grant, now: Date): boolean {
  if (item.grantedAt === null || item.revokedAt !== null) return false;
  return item.accessUntil === null || item.accessUntil > now;
}
