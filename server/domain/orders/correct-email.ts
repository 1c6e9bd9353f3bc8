import { and, asc, eq, inArray, ne, or } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { type Author, updateRow } from "../../../db/record.ts";
import { emails, type Order, orders, subscriptionRecords } from "../../../db/schema.ts";
import type { AddressAnswer } from "../../contract/checkout.ts";
import { isGivenBy } from "./gifts.ts";
import { orderErrors } from "./refusals.ts";
import type { Deps } from "../../deps.ts";
import { emailChangeRefusals } from "../../contract/email-change.ts";
import { buyerRefusals } from "../../contract/refusals.ts";
import { AppError, conflict } from "../../errors.ts";
import { HAS_ACCOUNT, isBuyingBrowser, type Viewer } from "../viewer.ts";
import { maskEmail } from "../../contract/email.ts";
import { DAY_MS } from "../../contract/time.ts";
import { findOrder, findOrderById, isRefundedInFull } from "./order.ts";
import { isPaidOrProcessing, PAYABLE } from "../../../db/order-status.ts";
import { dropWaitingMails, queueDeliveryMail, queueReceivedMail } from "./order-mails.ts";
import { queueMail } from "../mails/queue-mail.ts";
import { ensureUser } from "../sign-in/users.ts";

const WINDOW_MS = DAY_MS;
const MOST_CORRECTIONS = 3;
/** Limit of orders that move in one transaction. */
const MOST_MOVED = 500;

type Correction = { sessionId: string; email: string; viewer: Viewer };

/**
 * Changes the email of a bought order, and of this browser's other orders with the same wrong
 * email. Revokes earlier links. Allowed for the buying browser only, up to three times, until 24
 * hours after payment. Throws AppError `forbidden`, `conflict`, and `invalid` for the same email.
 */
export function correctEmail(deps: Deps, { sessionId, email, viewer }: Correction): AddressAnswer {
  const author = { actor: "buyer", now: deps.clock.now() };
  const alsoMoved = deps.db.write((tx) => {
    const order = findOrder(tx, sessionId);
    const problem = order ? correctionProblem(order, viewer, author.now) : notYours();
    if (!order || problem) throw new AppError(...(problem ?? notYours()));
    if (order.email === email) throw sameEmail();
    const others = findSameSlips(tx, order).filter(
      (each) => !correctionProblem(each, viewer, author.now),
    );
    for (const each of [order, ...others]) setEmail(tx, { order: each, email, author });
    return others.map(({ number }) => number);
  });
  return { customerEmail: email, alsoMoved };
}

export function canCorrectEmail(deps: Pick<Deps, "clock">, order: Order, viewer: Viewer): boolean {
  return correctionProblem(order, viewer, deps.clock.now()) === undefined;
}

type Problem = ConstructorParameters<typeof AppError>;
const notYours = (): Problem => [
  "forbidden",
  buyerRefusals.addressNotYours,
  { reason: "address_not_yours" },
];

function correctionProblem(order: Order, viewer: Viewer, now: Date): Problem | undefined {
  const { status, paidAt, addressChanges } = order;
  // A fully refunded order has no files to send.
  const isPaid = status === "paid" && !isRefundedInFull(order);
  if ((!isPaid && status !== "processing") || !isBuyingBrowser(order, viewer, now)) {
    return notYours();
  }
  if (paidAt !== null && now.getTime() - paidAt.getTime() >= WINDOW_MS) {
    return ["conflict", buyerRefusals.addressTooLate, { reason: "too_late" }];
  }
  if (addressChanges < MOST_CORRECTIONS) return undefined;
  return ["conflict", buyerRefusals.addressTooOften, { reason: "too_often" }];
}

/** Finds other orders with the same browser and email, such as extras bought after a pack. */
function findSameSlips(tx: Transaction, { id, browserHash, email }: Order): Order[] {
  if (!browserHash || !email) return [];
  const isSame = and(eq(orders.browserHash, browserHash), eq(orders.email, email));
  const others = and(isSame, ne(orders.id, id));
  return tx.select().from(orders).where(others).orderBy(asc(orders.id)).all();
}

/** Corrects an order's email at any time. Throws AppError `conflict` when it is not bought, and `invalid`. */
export function correctEmailOf(
  tx: Transaction,
  { orderId, email, author }: { orderId: number; email: string; author: Author },
): void {
  const order = findOrderById(tx, orderId);
  if (!order || !isPaidOrProcessing(order.status)) throw conflict(orderErrors.notPaid, "not_paid");
  if (order.email === email) throw sameEmail();
  setEmail(tx, { order, email, author });
}

function sameEmail(): AppError {
  const errors = { email: [buyerRefusals.sameEmail] };
  return new AppError("invalid", buyerRefusals.sameEmail, { reason: "same_email", errors });
}

type EmailChange = { order: Order; email: string; author: Author };

/** Sets an order's email. If it is paid, earlier links end, the files are sent and the old email is notified. */
export function setEmail(tx: Transaction, { order, email, author }: EmailChange): void {
  const isPaid = order.status === "paid";
  const addressChanges = order.addressChanges + 1;
  const patch = {
    email,
    addressChanges,
    ...(order.giftTo !== null && { giftTo: email }),
    ...(isPaid && { linkEpoch: order.linkEpoch + 1 }),
  };
  const moved = updateRow(tx, orders, order.id, patch, author);
  dropWaitingMails(tx, { orderId: order.id, author });
  if (!isPaid) return queueReceivedMail(tx, { order: moved, author });
  moveSubscription(tx, moved, author);
  const key = `${order.id}:${moved.linkEpoch}`;
  queueDeliveryMail(tx, { order: moved, key: `delivery:${key}`, author });
  const newAddress = maskEmail(email);
  if (!order.email || !newAddress) return;
  queueMail(tx, {
    uniqueKey: `address-changed:${key}`,
    kind: "address_changed",
    recipient: order.email,
    about: { orderId: order.id, newAddress },
    author,
  });
}

/**
 * Gives all orders of an account's email the new one: links in mails keep working, and waiting
 * mails go to the new email. The email of a later payment does not replace it. Throws AppError
 * `conflict` for more than `MOST_MOVED` orders.
 */
export function moveOrders(
  tx: Transaction,
  { userId, from, to, author }: { userId: number; from: string; to: string; author: Author },
): void {
  // Open checkouts of the account send the former email to the provider, which returns it.
  const isOpen = and(eq(orders.userId, userId), inArray(orders.status, PAYABLE));
  const isTheirs = or(and(eq(orders.email, from), HAS_ACCOUNT), isGivenBy(from), isOpen);
  const theirs = tx
    .select()
    .from(orders)
    .where(isTheirs)
    .limit(MOST_MOVED + 1)
    .all();
  if (theirs.length > MOST_MOVED) throw conflict(emailChangeRefusals.tooMany, "too_much");
  for (const { id, email, addressChanges, giftTo, giverEmail } of theirs) {
    const isGiven = giverEmail === from && email !== from;
    const own = { email: to, addressChanges: addressChanges + 1, giftTo: giftTo && to };
    updateRow(tx, orders, id, isGiven ? { giverEmail: to } : own, author);
    const isWaiting = and(
      eq(emails.orderId, id),
      eq(emails.recipient, from),
      inArray(emails.status, ["queued", "sending"]),
    );
    for (const mail of tx.select({ id: emails.id }).from(emails).where(isWaiting).all()) {
      updateRow(tx, emails, mail.id, { recipient: to }, author);
    }
  }
}

function moveSubscription(tx: Transaction, { sessionId, email }: Order, author: Author): void {
  if (!sessionId || !email) return;
  const isTheirs = eq(subscriptionRecords.sessionId, sessionId);
  const record = tx.select().from(subscriptionRecords).where(isTheirs).get();
  if (!record) return;
  const userId = ensureUser(tx, email, author);
  updateRow(tx, subscriptionRecords, record.id, { email, userId }, author);
}
