import { and, eq } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { type Order, orderItems } from "../../../db/schema.ts";

/**
 * Whether the payment of an order has failed for good (decision: refused-debit). One whose checkout
 * was cut short has not been paid at all, and a subscription's first payment is asked for again.
 */
export function isRefused(db: Pick<Reader, "select">, { id, status, sessionId }: Order): boolean {
  if (status !== "failed" || sessionId === null) return false;
  const isSubscription = and(eq(orderItems.orderId, id), eq(orderItems.type, "subscription"));
  return !db.select({ id: orderItems.id }).from(orderItems).where(isSubscription).get();
}
