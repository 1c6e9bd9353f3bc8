import { and, eq } from "drizzle-orm";
import type { Reader, Transaction } from "../../db/client.ts";
import type { Author } from "../../db/record.ts";
import { orderItems, orders } from "../../db/schema.ts";
import type { Deps } from "../deps.ts";
import type { PaymentFailedMail } from "../emails/payment-failed.tsx";
import { mailFrame } from "./mail-frame.ts";
import { queueMail } from "./mail-queue.ts";
import { listLines } from "./order-lines.ts";

type Order = typeof orders.$inferSelect;
type Failure = { order: Order; recipient: string | null; author: Author };

/**
 * Whether the payment of an order has failed for good. One whose checkout was cut short has not been
 * paid at all, and the provider asks for a subscription's first payment again.
 */
export function isRefused(db: Pick<Reader, "select">, { id, status, sessionId }: Order): boolean {
  if (status !== "failed" || sessionId === null) return false;
  const isSubscription = and(eq(orderItems.orderId, id), eq(orderItems.type, "subscription"));
  return !db.select({ id: orderItems.id }).from(orderItems).where(isSubscription).get();
}

/**
 * Queues the mail that says that a delayed payment failed, if it did so for good; once an order,
 * however often it is asked.
 */
export function queueFailureMail(tx: Transaction, { order, recipient, author }: Failure): void {
  if (!recipient || !isRefused(tx, order)) return;
  queueMail(tx, {
    uniqueKey: `payment-failed:${order.id}`,
    kind: "payment_failed",
    recipient,
    orderId: order.id,
    author,
  });
}

/** What that mail says; undefined when the order is not a failed one any more. */
export function failureMailOf(
  deps: Pick<Deps, "db" | "config">,
  orderId: number,
): PaymentFailedMail | undefined {
  const order = deps.db.select().from(orders).where(eq(orders.id, orderId)).get();
  if (!order || !isRefused(deps.db, order)) return undefined;
  const products = listLines(deps.db, order.id).map(({ name }) => name);
  return { orderNumber: order.number, products, ...mailFrame(deps), demo: deps.config.demo };
}
