import { and, eq, inArray, ne, or } from "drizzle-orm";
import type { Transaction } from "../../db/client.ts";
import { orderItems, orders } from "../../db/schema.ts";
import { isGranted } from "./grants.ts";

type Buyer = { id: number; email: string | null; browserHash: string | null };

/**
 * An earlier paid order of the same buyer that holds one of these products: money taken twice, which
 * the owner decides on. Nothing is refunded by itself.
 */
export function findDouble(
  tx: Transaction,
  buyer: Buyer,
  { productIds, now }: { productIds: number[]; now: Date },
): { id: number } | undefined {
  const { id, email, browserHash } = buyer;
  if (!email && !browserHash) return undefined;
  return tx
    .select({ id: orders.id })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        ne(orders.id, id),
        inArray(orderItems.productId, productIds),
        isGranted(now),
        or(
          email ? eq(orders.email, email) : undefined,
          browserHash ? eq(orders.browserHash, browserHash) : undefined,
        ),
      ),
    )
    .get();
}
