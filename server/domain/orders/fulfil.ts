import { eq, sql } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { prepared } from "../../../db/statements.ts";
import { type Author, updateRow } from "../../../db/record.ts";
import { type Order, orderItems, orders } from "../../../db/schema.ts";
import type { OrderStatus } from "../../../db/enums.ts";
import type { Deps } from "../../deps.ts";
import type { Checkout, ListedCheckout } from "../../ports/payments.ts";
import { foldEmail } from "../../contract/email.ts";
import { adoptOrder } from "./adopt-order.ts";
import { findOrder } from "./find-order.ts";
import { findDuplicatePurchase, recheckOtherCheckouts } from "./duplicate-purchase.ts";
import { queueDeliveryMail, queueFailureMail, queueReceivedMail } from "./order-mails.ts";
import { addNote, hasNote } from "./order-notes.ts";
import { isBought } from "./order-status.ts";
import { shopIdOf } from "../../config/shop-id.ts";
import { recordSubscription } from "../money/subscription-records.ts";

const AUTHOR = "fulfilment";

/**
 * Brings our order to the state the provider's session has, and returns it; undefined when the
 * session is not one of ours. Called by the webhook, the success page, the checkout and the sweeper,
 * as often and as much at once as they like: the first call that finds the session paid grants its
 * items and queues the delivery mail in one transaction, every other call returns the same order.
 * The first call that finds a payment under way, or refused for good, queues the mail that says so.
 */
export async function fulfil(deps: Deps, sessionId: string): Promise<Order | undefined> {
  const known = findOrder(deps.db, sessionId);
  if (known?.status === "paid") return known;
  const checkout = await deps.payments.findCheckout(sessionId);
  if (!checkout) return known && endUnknown(deps, sessionId);
  return deps.db.write((tx) => applySession(deps, tx, checkout));
}

/** A session that the provider says it never had cannot be paid any more. */
function endUnknown(deps: Deps, sessionId: string): Order | undefined {
  const author = { actor: AUTHOR, now: deps.clock.now() };
  return deps.db.write((tx) => {
    // Read again inside the transaction: another call may have found it paid in the meantime.
    const order = findOrder(tx, sessionId);
    if (order?.status !== "open") return order;
    return updateRow(tx, orders, order.id, { status: "expired" }, author);
  });
}

function applySession(deps: Deps, tx: Transaction, checkout: Checkout): Order | undefined {
  const author = { actor: AUTHOR, now: deps.clock.now() };
  const status = statusOf(checkout);
  const isOurs = checkout.shopId === shopIdOf(deps);
  const order =
    findOrder(tx, checkout.id) ??
    findUnansweredOrder(tx, checkout) ??
    (isOurs && isBought(status) ? adoptOrder(tx, checkout, author) : undefined);
  // Read again inside the transaction: another call may have won while the provider answered.
  if (!order || order.status === "paid") return order;
  if (status === "paid") return deliver(tx, { order, checkout, author });
  if (order.status === status && order.sessionId === checkout.id) return order;
  // A late answer: sessions never open again, and this buyer may have another one by now.
  if (status === "open" && order.status !== "creating") return order;
  const email = emailOf(order, checkout);
  // A payment under way may take days: its email is known from here on, so a slip can be seen.
  const buyer = status === "processing" ? { email, customerName: checkout.name } : {};
  const move = { status, sessionId: checkout.id, ...buyer };
  const moved = updateRow(tx, orders, order.id, move, author);
  if (isBought(status)) recheckOtherCheckouts(tx, moved);
  queueReceivedMail(tx, { order: moved, author });
  queueFailureMail(tx, { order: moved, recipient: email, author });
  return moved;
}

/** The email given at the payment, unless the buyer has corrected it since. */
function emailOf(order: Order, checkout: Checkout): string | null {
  if (order.addressChanges > 0) return order.email;
  return checkout.email === null ? null : foldEmail(checkout.email);
}

/** The order whose provider call was cut short: the metadata names it (decision: order-first). */
function findUnansweredOrder(tx: Transaction, checkout: Checkout): Order | undefined {
  if (checkout.orderNumber === null) return undefined;
  const order = tx.select().from(orders).where(eq(orders.number, checkout.orderNumber)).get();
  return order?.sessionId === null ? order : undefined;
}

/** The state of the order of a session in this state. */
export function statusOf({ status, payment }: ListedCheckout): OrderStatus {
  if (status !== "complete") return status;
  if (payment === "failed") return "failed";
  return payment === "unpaid" ? "processing" : "paid";
}

/** Discounts and taxes of the provider are its owner's wish; anything else is for a person to see. */
function isAsSold(checkout: Checkout, { price, currency }: { price: number; currency: string }) {
  const { linesTotal, amountTotal, discount } = checkout;
  return linesTotal === price && amountTotal >= price - discount && checkout.currency === currency;
}

type Delivery = { order: Order; checkout: Checkout; author: Author };

const itemsByOrder = prepared((db) =>
  db
    .select({
      id: orderItems.id,
      type: orderItems.type,
      productId: orderItems.productId,
      price: orderItems.price,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, sql.placeholder("orderId")))
    .prepare(),
);

function deliver(tx: Transaction, { order, checkout, author }: Delivery): Order {
  const { subscription } = checkout;
  const items = itemsByOrder(tx).all({ orderId: order.id });
  for (const { id, type } of items) {
    const accessUntil = type === "subscription" ? subscription?.paidUntil : null;
    updateRow(tx, orderItems, id, { grantedAt: author.now, accessUntil }, author);
  }
  const email = emailOf(order, checkout);
  const productIds = items.map((item) => item.productId);
  const price = items.reduce((sum, item) => sum + item.price, 0);
  const paid = updateRow(
    tx,
    orders,
    order.id,
    {
      status: "paid",
      sessionId: checkout.id,
      email,
      customerName: checkout.name,
      currency: checkout.currency,
      totalAmount: checkout.amountTotal,
      paymentIntentId: checkout.paymentIntentId,
      subscriptionId: subscription?.id ?? null,
      doubleOfId: findDuplicatePurchase(tx, { ...order, email }, { productIds, now: author.now }),
      nextCheckAt: null,
      paidAt: author.now,
    },
    author,
  );
  // An order that lost some of its lines costs less than its session, as the owner knows by then.
  if (!isAsSold(checkout, { ...order, price }) && !hasNote(tx, order.id, "missing_products")) {
    addNote(tx, { orderId: order.id, kind: "other_total", amount: null, author });
  }
  recheckOtherCheckouts(tx, paid);
  if (subscription) recordSubscription(tx, { order: paid, subscription, author });
  queueDeliveryMail(tx, { order: paid, key: `delivery:${paid.id}`, author });
  return paid;
}
