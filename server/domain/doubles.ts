import { and, eq, inArray, ne, or, sql } from "drizzle-orm";
import type { Transaction } from "../../db/client.ts";
import { prepared } from "../../db/prepared.ts";
import { orderItems, orders } from "../../db/schema.ts";
import { givesAccess } from "./grants.ts";

type Buyer = { id: number; email: string | null; browserHash: string | null };

const otherItemsOfBuyer = prepared((db) => {
  const { email, browserHash } = orders;
  const isTheirs = or(
    eq(email, sql.placeholder("email")),
    eq(browserHash, sql.placeholder("browserHash")),
  );
  // Found by their own indexes: by the status, every paid order of the shop would be read.
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
export function findDouble(
  tx: Transaction,
  { id, email, browserHash }: Buyer,
  { productIds, now }: { productIds: number[]; now: Date },
): number | null {
  // NULL equals nothing in SQL, so an order without address or browser matches no stranger's.
  const items = otherItemsOfBuyer(tx).all({ id, email, browserHash });
  const double = items.find(
    (item) => productIds.includes(item.productId) && givesAccess(item, now),
  );
  return double?.orderId ?? null;
}
