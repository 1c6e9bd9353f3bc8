import { and, asc, eq, ne } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { type Author, updateRow } from "../../../db/record.ts";
import { type Order, orders, subscriptionRecords } from "../../../db/schema.ts";
import type { AddressAnswer } from "../../contract/checkout.ts";
import { deskRefusals } from "../../contract/admin-messages.ts";
import { refusals } from "../../contract/refusals.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { isBuyingBrowser } from "../files/grants.ts";
import type { Viewer } from "../viewer.ts";
import { maskEmail } from "../../contract/email.ts";
import { DAY_MS } from "../../contract/time.ts";
import { findOrder, findOrderById, isBought } from "./order.ts";
import { dropWaitingMails, queueDeliveryMail, queueReceivedMail } from "./order-mails.ts";
import { queueMail } from "../queue-mail.ts";
import { ensureUser } from "../money/subscription-records.ts";

const WINDOW_MS = DAY_MS;
const MOST_CORRECTIONS = 3;

type Correction = { sessionId: string; email: string; viewer: Viewer };

/**
 * Moves a paid order to another email: its grants and its mail go there, all links given out before
 * end, and the old email is told (decision: email-correction). An order whose payment is under way has
 * sent no files yet: the mail that says so goes to the new email too, and the files will. Only the
 * buying browser may, three times, and no longer than 24 hours after the payment. What that browser
 * has bought with the same typing error moves along (decision: same-visit-email).
 */
export function correctEmail(deps: Deps, { sessionId, email, viewer }: Correction): AddressAnswer {
  const author = { actor: "buyer", now: deps.clock.now() };
  const alsoMoved = deps.db.write((tx) => {
    const order = findOrder(tx, sessionId);
    if (!order || !isCorrectable(order) || !isBuyingBrowser(order, viewer, author.now)) {
      throw new AppError("forbidden", refusals.addressNotYours, { reason: "address_not_yours" });
    }
    if (isTooLate(order, author.now)) {
      throw new AppError("conflict", refusals.addressTooLate, { reason: "too_late" });
    }
    if (order.addressChanges >= MOST_CORRECTIONS) {
      throw new AppError("conflict", refusals.addressTooOften, { reason: "too_often" });
    }
    if (order.email === email) throw sameEmail();
    const others = findSameSlips(tx, order, author.now).filter((each) =>
      isBuyingBrowser(each, viewer, author.now),
    );
    for (const each of [order, ...others]) giveEmail(tx, { order: each, email, author });
    return others.map(({ number }) => number);
  });
  return { customerEmail: email, alsoMoved };
}

/** Says whether this browser may still correct the order's email. */
export function canCorrectEmail(deps: Pick<Deps, "clock">, order: Order, viewer: Viewer): boolean {
  const now = deps.clock.now();
  if (!isCorrectable(order) || !isBuyingBrowser(order, viewer, now)) return false;
  return order.addressChanges < MOST_CORRECTIONS && !isTooLate(order, now);
}

/** Other orders of the same browser and email: a pack and its extras are several payments. */
function findSameSlips(tx: Transaction, order: Order, now: Date): Order[] {
  if (!order.browserHash || !order.email) return [];
  return tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.browserHash, order.browserHash),
        eq(orders.email, order.email),
        ne(orders.id, order.id),
      ),
    )
    .orderBy(asc(orders.id))
    .all()
    .filter((each) => isCorrectable(each) && each.addressChanges < MOST_CORRECTIONS)
    .filter((each) => !isTooLate(each, now));
}

/** Nothing goes anywhere any more once all of the money went back. */
function isCorrectable({ status, totalAmount, refundedAmount }: Order): boolean {
  if (status === "processing") return true;
  return status === "paid" && (refundedAmount === 0 || refundedAmount < totalAmount);
}

function isTooLate(order: Order, now: Date): boolean {
  return order.paidAt !== null && now.getTime() - order.paidAt.getTime() >= WINDOW_MS;
}

/**
 * Gives an order another email because an administrator wishes it, however late. Throws AppError
 * `conflict` for an order that was not bought, `invalid` for the email that it has.
 */
export function correctEmailOf(
  tx: Transaction,
  { orderId, email, author }: { orderId: number; email: string; author: Author },
): void {
  const order = findOrderById(tx, orderId);
  if (!order || !isBought(order.status)) {
    throw new AppError("conflict", deskRefusals.notPaid, { reason: "not_paid" });
  }
  if (order.email === email) throw sameEmail();
  giveEmail(tx, { order, email, author });
}

function sameEmail(): AppError {
  const errors = { email: [refusals.sameEmail] };
  return new AppError("invalid", refusals.sameEmail, { reason: "same_email", errors });
}

type Move = { order: Order; email: string; author: Author };

/**
 * Gives an order another email. Of a paid one the files go there, all links given out before end, and
 * the old email is told; of any other the mails that follow go there.
 */
export function giveEmail(tx: Transaction, change: Move): void {
  if (change.order.status === "paid") move(tx, change);
  else note(tx, change);
}

function note(tx: Transaction, { order, email, author }: Move): void {
  const change = { email, addressChanges: order.addressChanges + 1 };
  const noted = updateRow(tx, orders, order.id, change, author);
  dropWaitingMails(tx, { orderId: order.id, author });
  queueReceivedMail(tx, { order: noted, author });
}

function move(tx: Transaction, { order, email, author }: Move): void {
  const moved = updateRow(
    tx,
    orders,
    order.id,
    { email, linkEpoch: order.linkEpoch + 1, addressChanges: order.addressChanges + 1 },
    author,
  );
  dropWaitingMails(tx, { orderId: order.id, author });
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

function moveSubscription(tx: Transaction, { sessionId, email }: Order, author: Author): void {
  if (!sessionId || !email) return;
  const record = tx
    .select({ id: subscriptionRecords.id })
    .from(subscriptionRecords)
    .where(eq(subscriptionRecords.sessionId, sessionId))
    .get();
  if (!record) return;
  const userId = ensureUser(tx, email, author);
  updateRow(tx, subscriptionRecords, record.id, { email, userId }, author);
}
