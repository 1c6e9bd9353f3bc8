import { and, desc, eq, inArray } from "drizzle-orm";
import type { Reader, Transaction } from "../../../db/client.ts";
import { type Author, updateRow } from "../../../db/record.ts";
import { emails, type Order } from "../../../db/schema.ts";
import { deskRefusals } from "../../contract/admin-messages.ts";
import type { Reason } from "../../contract/reasons.ts";
import type { MailOutcome } from "../../contract/answers.ts";
import { DAY_MS, MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { findOrder, findOrderById, isRefused } from "./order.ts";
import { listGrantedItems } from "../files/grants.ts";
import { queueMail } from "../queue-mail.ts";

const RESEND_PAUSE_MS = 5 * MINUTE_MS;
const MOST_RESENDS_A_DAY = 5;
/** Of an administrator, who sees what has been sent. */
const DESK_PAUSE_MS = MINUTE_MS;
const OUTCOMES = { queued: "waiting", sending: "waiting", sent: "sent", dead: "failed" } as const;

/** Queues the mail with an order's files; the same `key` queues it once, however often it is asked. */
export function queueDeliveryMail(
  tx: Transaction,
  { order, key, author }: { order: Order; key: string; author: Author },
): void {
  if (!order.email) return;
  queueMail(tx, {
    uniqueKey: key,
    kind: "delivery",
    recipient: order.email,
    about: { orderId: order.id },
    author,
  });
}

/**
 * Queues the mail that says that an order is known while its bank takes its time: once an order and
 * email, however often it is asked; none for any other order.
 */
export function queueReceivedMail(
  tx: Transaction,
  { order, author }: { order: Order; author: Author },
): void {
  const { id, status, email, addressChanges } = order;
  if (status !== "processing" || !email) return;
  queueMail(tx, {
    uniqueKey: `order-received:${id}:${addressChanges}`,
    kind: "order_received",
    recipient: email,
    about: { orderId: id },
    author,
  });
}

/**
 * Queues the mail that says that a delayed payment failed, if it did so for good; once an order,
 * however often it is asked.
 */
export function queueFailureMail(
  tx: Transaction,
  { order, recipient, author }: { order: Order; recipient: string | null; author: Author },
): void {
  if (!recipient || !isRefused(tx, order)) return;
  queueMail(tx, {
    uniqueKey: `payment-failed:${order.id}`,
    kind: "payment_failed",
    recipient,
    about: { orderId: order.id },
    author,
  });
}

/**
 * Mails a paid order's files again to the email they first went to. Does nothing for an unknown or
 * unpaid session or one without files, within five minutes of the last such mail that was not given up,
 * and past five in a day (given-up ones count there), so that no mailbox can be flooded.
 */
export function resendDelivery(deps: Deps, sessionId: string): void {
  const now = deps.clock.now();
  deps.db.write((tx) => {
    const order = findOrder(tx, sessionId);
    if (!order || listGrantedItems(tx, { orderId: order.id, now }).length === 0) return;
    const mails = tx
      .select({ key: emails.uniqueKey, status: emails.status, createdAt: emails.createdAt })
      .from(emails)
      .where(and(eq(emails.orderId, order.id), eq(emails.kind, "delivery")))
      .all();
    const since = (ms: number) => mails.filter(({ createdAt }) => +now - +createdAt < ms);
    if (since(RESEND_PAUSE_MS).some(({ status }) => status !== "dead")) return;
    const prefix = `resend:${order.id}:`;
    const resends = since(DAY_MS).filter((mail) => mail.key.startsWith(prefix));
    if (resends.length >= MOST_RESENDS_A_DAY) return;
    const key = prefix + now.getTime();
    queueDeliveryMail(tx, { order, key, author: { actor: "buyer", now } });
  });
}

/**
 * Mails a paid order's files again because an administrator wishes it, once for each `key`. Throws
 * AppError `conflict` when there is nothing to send or nowhere to send it to, and within a minute of the
 * last such mail that was not given up.
 */
export function sendFilesAgain(
  tx: Transaction,
  { orderId, key, author }: { orderId: number; key: string; author: Author },
): void {
  const order = findOrderById(tx, orderId);
  const isOfOrder = and(eq(emails.orderId, orderId), eq(emails.kind, "delivery"));
  const mails = tx.select().from(emails).where(isOfOrder).all();
  // An interrupted request may already have queued its mail.
  if (mails.some(({ uniqueKey }) => uniqueKey === key)) return;
  const { now } = author;
  if (order?.status !== "paid") throw refusedHere(deskRefusals.notPaid, "not_paid");
  if (!order.email) throw refusedHere(deskRefusals.noEmail, "conflict");
  if (listGrantedItems(tx, { orderId, now }).length === 0) {
    throw refusedHere(deskRefusals.nothingToSend, "conflict");
  }
  const isRecent = ({ createdAt }: { createdAt: Date }) => +now - +createdAt < DESK_PAUSE_MS;
  if (mails.some((mail) => mail.status !== "dead" && isRecent(mail))) {
    throw refusedHere(deskRefusals.sentJustNow, "too_often");
  }
  queueDeliveryMail(tx, { order, key, author });
}

function refusedHere(text: string, reason: Reason): AppError {
  return new AppError("conflict", text, { reason });
}

/** Gives up the mails that would still bring an order, or its new links, to its former email. */
export function dropWaitingMails(
  tx: Transaction,
  { orderId, author }: { orderId: number; author: Author },
): void {
  const waiting = tx
    .select({ id: emails.id })
    .from(emails)
    .where(and(bringsOrder(orderId), inArray(emails.status, ["queued", "sending"])))
    .all();
  const dropped = {
    status: "dead" as const,
    leaseUntil: null,
    lastError: "The order has another address now.",
  };
  for (const { id } of waiting) updateRow(tx, emails, id, dropped, author);
}

/**
 * What became of the newest mail that brings this order, or the word that it was received, to its
 * email; null when none was ever written.
 */
export function mailOutcomeOf(
  db: Pick<Reader, "select">,
  { id, email }: Pick<Order, "id" | "email">,
): MailOutcome | null {
  if (!email) return null;
  const newest = db
    .select({ status: emails.status })
    .from(emails)
    .where(and(bringsOrder(id), eq(emails.recipient, email)))
    .orderBy(desc(emails.id))
    .get();
  return newest ? OUTCOMES[newest.status] : null;
}

function bringsOrder(orderId: number) {
  return and(eq(emails.orderId, orderId), inArray(emails.kind, ["delivery", "order_received"]));
}
