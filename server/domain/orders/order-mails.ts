import { and, desc, eq, gt, inArray, lte, or, sql } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { type Author, updateRow } from "../../../db/record.ts";
import { emails, type Order, type OrderItem, orderItems } from "../../../db/schema.ts";
import { prepared } from "../../../db/statements.ts";
import { orderErrors } from "./refusals.ts";
import type { MailOutcome } from "../../contract/answers.ts";
import { DAY_MS, MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import type { Subscription } from "../../ports/payments.ts";
import { conflict } from "../../errors.ts";
import { payerEmailOf } from "./gifts.ts";
import { findOrder, findOrderById, isRefused } from "./order.ts";
import { listGrantedItems } from "../files/grants.ts";
import { accessStartOf, isAccessible } from "../viewer.ts";
import { queueMail } from "../mails/queue-mail.ts";

const RESEND_PAUSE_MS = 5 * MINUTE_MS;
const MOST_RESENDS_A_DAY = 5;
const ADMIN_PAUSE_MS = MINUTE_MS;
/** Maximum delay of a report: an end of access that is synced later is not reported. */
const LATE_MS = 7 * DAY_MS;
const OUTCOMES = { queued: "waiting", sending: "waiting", sent: "sent", dead: "failed" } as const;

type OrderMail = { order: Order; author: Author };

/**
 * Queues the delivery mail of an order, once per `key`. If files wait for the end of the withdrawal
 * period, a mail confirms the order now and another delivery mail is due then; the first one is
 * omitted if nothing can be opened before. The recipient of a gift gets no confirmation.
 */
export function queueDeliveryMail(
  tx: Transaction,
  { order, key, author }: OrderMail & { key: string },
): void {
  const { id: orderId, email, linkEpoch } = order;
  if (!email) return;
  const mail = { kind: "delivery", recipient: email, about: { orderId }, author } as const;
  const items = itemsOfOrder(tx).all({ orderId });
  const isOpen = (item: OrderItem) => isAccessible(item, author.now);
  const dueAt = items.find((item) => accessStartOf(item, author.now))?.accessFrom;
  if (!dueAt || items.some(isOpen)) {
    queueMail(tx, { ...mail, uniqueKey: key });
  }
  if (!dueAt) return;
  const isGift = order.giftTo !== null;
  const waiting = `order-waiting:${orderId}:${linkEpoch}`;
  if (!isGift) queueMail(tx, { ...mail, kind: "order_waiting", uniqueKey: waiting });
  queueMail(tx, { ...mail, uniqueKey: laterKeyOf(order), dueAt });
}

const itemsOfOrder = prepared((db) =>
  db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, sql.placeholder("orderId")))
    .prepare(),
);

const laterKeyOf = ({ id, linkEpoch }: Order) => `delivery-later:${id}:${linkEpoch}`;

/** Cancels the delivery mail of waiting files. It is not reported as undelivered. */
export function holdLaterDelivery(tx: Transaction, { order, author }: OrderMail): void {
  const later = findLaterDelivery(tx, order);
  if (later?.status !== "queued") return;
  const lastError = "The buyer has withdrawn from the order.";
  updateRow(tx, emails, later.id, { status: "dead", expiresAt: author.now, lastError }, author);
}

/** Queues the cancelled delivery mail of waiting files again, for its original time. */
export function resumeLaterDelivery(tx: Transaction, { order, author }: OrderMail): void {
  const later = findLaterDelivery(tx, order);
  if (later?.status !== "dead" || later.attempts > 0) return;
  updateRow(tx, emails, later.id, { status: "queued", expiresAt: null, lastError: null }, author);
}

function findLaterDelivery(tx: Transaction, order: Order) {
  return tx
    .select()
    .from(emails)
    .where(eq(emails.uniqueKey, laterKeyOf(order)))
    .get();
}

/** Sends the delivery mail of waiting files now. */
export function advanceDelivery(tx: Transaction, { order, author }: OrderMail): void {
  const later = findLaterDelivery(tx, order);
  if (later?.status === "queued") {
    updateRow(tx, emails, later.id, { nextAttemptAt: author.now }, author);
  } else queueDeliveryMail(tx, { order, key: `delivery-now:${order.id}`, author });
}

/** Queues the receipt of a paid gift to its giver, once per order. */
export function queueGiftReceipt(tx: Transaction, { order, author }: OrderMail): void {
  const { id: orderId, giftTo, giverEmail } = order;
  if (giftTo === null || !giverEmail) return;
  const mail = { uniqueKey: `gift-receipt:${orderId}`, kind: "gift_receipt" } as const;
  queueMail(tx, { ...mail, recipient: giverEmail, about: { orderId }, author });
}

/** Queues the mail that confirms an order whose payment is processing, once per email. */
export function queueReceivedMail(tx: Transaction, { order, author }: OrderMail): void {
  const { id: orderId, status, addressChanges } = order;
  const email = payerEmailOf(order);
  if (status !== "processing" || !email) return;
  const uniqueKey = `order-received:${orderId}:${addressChanges}`;
  const mail = { uniqueKey, kind: "order_received", recipient: email } as const;
  queueMail(tx, { ...mail, about: { orderId }, author });
}

/** Queues the mail about a permanently failed payment, once per order. */
export function queueFailureMail(
  tx: Transaction,
  { order, recipient, author }: OrderMail & { recipient: string | null },
): void {
  if (!recipient || !isRefused(tx, order)) return;
  const mail = { uniqueKey: `payment-failed:${order.id}`, kind: "payment_failed" } as const;
  queueMail(tx, { ...mail, recipient, about: { orderId: order.id }, author });
}

/**
 * Queues the mail about a refund. `refundedAmount` is the new sum of all refunds; `order` has the
 * old one. Does nothing if the sum did not grow, as after a failed refund.
 */
export function queueRefundMail(
  tx: Transaction,
  { order, refundedAmount, author }: OrderMail & { refundedAmount: number },
): void {
  const amount = refundedAmount - order.refundedAmount;
  const recipient = payerEmailOf(order);
  if (amount <= 0 || !recipient) return;
  queueMail(tx, {
    // With the version, because a refund may be made again after the bank refused it.
    uniqueKey: `refunded:${order.id}:${refundedAmount}:${order.version}`,
    kind: "order_refunded",
    recipient,
    about: { orderId: order.id, amount },
    author,
  });
}

/** Queues the mail about access that a lost dispute has ended, once per order. */
export function queueDisputeMail(
  tx: Transaction,
  { order, isDisputeLost, author }: OrderMail & { isDisputeLost: boolean },
): void {
  const recipient = payerEmailOf(order);
  if (!isDisputeLost || !recipient) return;
  queueMail(tx, {
    uniqueKey: `dispute-lost:${order.id}`,
    kind: "access_ended",
    recipient,
    about: { orderId: order.id, cause: "dispute" },
    author,
  });
}

export type SubscriptionEnd = {
  subscription: Pick<Subscription, "paidUntil" | "renewal">;
  /** End of the access before the subscription was synced. */
  hadAccessUntil: Date;
};

/**
 * Returns a key of the paid period with which a subscription has ended, because an ended
 * subscription is synced again and again; null if the end is too old to be reported.
 */
export function endedPeriodOf({
  subscription: { paidUntil, renewal },
  hadAccessUntil,
  author,
}: SubscriptionEnd & { author: Author }): number | null {
  const lastAccess = Math.max(paidUntil.getTime(), hadAccessUntil.getTime());
  if (author.now.getTime() - lastAccess > LATE_MS) return null;
  return renewal?.periodStart.getTime() ?? 0;
}

/** Queues the mail about a subscription whose access has ended, once per paid period. */
export function queueSubscriptionEndMail(
  tx: Transaction,
  { order, author, ...end }: OrderMail & SubscriptionEnd,
): void {
  const period = endedPeriodOf({ ...end, author });
  if (!order.email || period === null) return;
  queueMail(tx, {
    uniqueKey: `subscription-ended:${order.id}:${period}`,
    kind: "access_ended",
    recipient: order.email,
    about: { orderId: order.id, cause: "subscription" },
    author,
  });
}

/**
 * Resends the delivery mail. Does nothing if the order has no files, if a mail was queued or sent
 * in the last five minutes, or after five resends in a day (to prevent mail flooding).
 */
export function resendDelivery(deps: Deps, sessionId: string): void {
  const now = deps.clock.now();
  deps.db.write((tx) => {
    const order = findOrder(tx, sessionId);
    if (!order || listGrantedItems(tx, { orderId: order.id, now }).length === 0) return;
    const mails = listDeliveries(tx, order.id);
    if (mails.some((mail) => isRecent(mail, now, RESEND_PAUSE_MS))) return;
    const prefix = `resend:${order.id}:`;
    const resends = mails.filter(
      (mail) => mail.uniqueKey.startsWith(prefix) && +now - +mail.createdAt < DAY_MS,
    );
    if (resends.length >= MOST_RESENDS_A_DAY) return;
    const key = prefix + now.getTime();
    queueDeliveryMail(tx, { order, key, author: { actor: "buyer", now } });
  });
}

/** Resends the files, once per `key`. Throws `conflict` without files or within a minute. */
export function sendFilesAgain(
  tx: Transaction,
  { orderId, key, author }: { orderId: number; key: string; author: Author },
): void {
  const order = findOrderById(tx, orderId);
  const mails = listDeliveries(tx, orderId);
  // A retry: the interrupted request has already queued the mail.
  if (mails.some(({ uniqueKey }) => uniqueKey === key)) return;
  const { now } = author;
  if (order?.status !== "paid") throw conflict(orderErrors.notPaid, "not_paid");
  if (!order.email) throw conflict(orderErrors.noEmail);
  if (listGrantedItems(tx, { orderId, now }).length === 0) {
    throw conflict(orderErrors.nothingToSend);
  }
  if (mails.some((mail) => isRecent(mail, now, ADMIN_PAUSE_MS))) {
    throw conflict(orderErrors.sentJustNow, "too_often");
  }
  queueDeliveryMail(tx, { order, key, author });
}

type DeliveryRow = ReturnType<typeof listDeliveries>[number];

function listDeliveries(tx: Transaction, orderId: number) {
  const isOfOrder = and(eq(emails.orderId, orderId), eq(emails.kind, "delivery"));
  return tx.select().from(emails).where(isOfOrder).all();
}

function isRecent({ status, createdAt }: DeliveryRow, now: Date, pauseMs: number): boolean {
  return status !== "dead" && +now - +createdAt < pauseMs;
}

/** Cancels queued mails to an order's former email, because they contain links to the order. */
export function dropWaitingMails(
  tx: Transaction,
  { orderId, author }: { orderId: number; author: Author },
): void {
  const isWaiting = and(bringsOrder(orderId), inArray(emails.status, ["queued", "sending"]));
  const lastError = "The order has another address now.";
  const dropped = { status: "dead", leaseUntil: null, lastError } as const;
  for (const { id } of tx.select({ id: emails.id }).from(emails).where(isWaiting).all()) {
    updateRow(tx, emails, id, dropped, author);
  }
}

/** Outcome of the newest mail with the order to its email that was due by now; or null. */
export function mailOutcomeOf(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { id, email }: Pick<Order, "id" | "email">,
): MailOutcome | null {
  if (!email) return null;
  const wasDue = or(lte(emails.nextAttemptAt, clock.now()), gt(emails.attempts, 0));
  const isTheirs = and(bringsOrder(id), eq(emails.recipient, email), wasDue);
  const newest = db.select().from(emails).where(isTheirs).orderBy(desc(emails.id)).get();
  return newest ? OUTCOMES[newest.status] : null;
}

function bringsOrder(orderId: number) {
  const kinds = ["delivery", "order_received", "order_waiting"] as const;
  return and(eq(emails.orderId, orderId), inArray(emails.kind, kinds));
}
