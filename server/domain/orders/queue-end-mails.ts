import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import type { Author } from "../../../db/record.ts";
import { type Order, orderItems } from "../../../db/schema.ts";
import { DAY_MS } from "../../contract/time.ts";
import type { Subscription } from "../../ports/payments.ts";
import { queueMail } from "../mails/queue-mail.ts";

/** Maximum delay of the mail: an end of access that is synced later is not reported. */
const LATE_MS = 7 * DAY_MS;
/** Statuses of subscriptions that do not renew. */
const OVER = new Set(["canceled", "unpaid"]);

type OrderMail = { order: Order; author: Author };

/**
 * Queues the mail about a refund. `refundedAmount` is the new sum of all refunds; `order` has the
 * old one. Does nothing if the sum did not grow, as after a failed refund.
 */
export function queueRefundMail(
  tx: Transaction,
  { order, refundedAmount, author }: OrderMail & { refundedAmount: number },
): void {
  const amount = refundedAmount - order.refundedAmount;
  if (amount <= 0 || !order.email) return;
  queueMail(tx, {
    // With the version, because a refund may be made again after the bank refused it.
    uniqueKey: `refunded:${order.id}:${refundedAmount}:${order.version}`,
    kind: "order_refunded",
    recipient: order.email,
    about: { orderId: order.id, amount },
    author,
  });
}

/** Queues the mail about access that a lost dispute has ended, once per order. */
export function queueDisputeMail(tx: Transaction, { order, author }: OrderMail): void {
  if (!order.email) return;
  queueMail(tx, {
    uniqueKey: `dispute-lost:${order.id}`,
    kind: "access_ended",
    recipient: order.email,
    about: { orderId: order.id, cause: "dispute" },
    author,
  });
}

/**
 * Queues the mail about a subscription whose access has ended, once per paid period. `wentBack`
 * means that the payment of the period was refunded. Call it before the item's access is synced.
 */
export function queueSubscriptionEndMail(
  tx: Transaction,
  {
    order,
    subscription: { status, paidUntil, renewal },
    wentBack,
    author,
  }: OrderMail & { subscription: Subscription; wentBack: boolean },
): void {
  const { now } = author;
  const hasEnded = (OVER.has(status) || wentBack) && paidUntil <= now;
  if (!hasEnded || !order.email) return;
  const isTheirs = and(eq(orderItems.orderId, order.id), eq(orderItems.type, "subscription"));
  const held = tx
    .select({ accessUntil: orderItems.accessUntil })
    .from(orderItems)
    .where(and(isTheirs, isNull(orderItems.revokedAt)))
    .get();
  const lastAccess = Math.max(paidUntil.getTime(), held?.accessUntil?.getTime() ?? 0);
  if (!held || now.getTime() - lastAccess > LATE_MS) return;
  queueMail(tx, {
    uniqueKey: `subscription-ended:${order.id}:${renewal?.periodStart.getTime() ?? 0}`,
    kind: "access_ended",
    recipient: order.email,
    about: { orderId: order.id, cause: "subscription" },
    author,
  });
}
