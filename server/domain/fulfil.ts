import { eq, sql } from "drizzle-orm";
import type { Reader, Transaction } from "../../db/client.ts";
import { prepared } from "../../db/prepared.ts";
import { type Author, updateRow } from "../../db/record.ts";
import { orderItems, orders, type OrderStatus } from "../../db/schema.ts";
import type { Checkout, Deps } from "../deps.ts";
import { queueDeliveryMail } from "./delivery-mail.ts";

export type Order = typeof orders.$inferSelect;

const AUTHOR = "fulfilment";

/**
 * Brings our order to the state the provider's session has, and returns it; undefined when the
 * session is not one of ours. Called by the webhook, the success page and the checkout, as often and
 * as much at once as they like: the first call that finds the session paid grants its items and
 * queues the delivery mail in one transaction, every other call returns the same order.
 */
export async function fulfil(deps: Deps, sessionId: string): Promise<Order | undefined> {
  const known = findOrder(deps.db, sessionId);
  if (known?.status === "paid") return known;
  const checkout = await deps.payments.findCheckout(sessionId);
  if (!checkout) return known;
  const order = deps.db.write((tx) => settle(tx, checkout, deps.clock.now()));
  if (order?.status === "paid") deps.wake.mail();
  return order;
}

const orderBySession = prepared((db) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.sessionId, sql.placeholder("sessionId")))
    .prepare(),
);

/** The order of a checkout session. */
export function findOrder(db: Pick<Reader, "select" | "sqlite">, sessionId: string) {
  return orderBySession(db).get({ sessionId });
}

const itemIdsByOrder = prepared((db) =>
  db
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(eq(orderItems.orderId, sql.placeholder("orderId")))
    .prepare(),
);

function settle(tx: Transaction, checkout: Checkout, now: Date): Order | undefined {
  const author = { actor: AUTHOR, now };
  const order = findOrder(tx, checkout.id) ?? findUnansweredOrder(tx, checkout);
  // Read again inside the transaction: another call may have won while the provider answered.
  if (!order || order.status === "paid") return order;
  const status = statusOf(checkout);
  if (status === "paid") return deliver(tx, { order, checkout, author });
  if (order.status === status && order.sessionId === checkout.id) return order;
  return updateRow(tx, orders, order.id, { status, sessionId: checkout.id }, author);
}

/** The order whose provider call was cut short: the session's metadata alone names it. */
function findUnansweredOrder(tx: Transaction, checkout: Checkout): Order | undefined {
  if (checkout.orderId === null) return undefined;
  const order = tx.select().from(orders).where(eq(orders.id, checkout.orderId)).get();
  return order?.sessionId === null ? order : undefined;
}

function statusOf({ status, payment }: Checkout): OrderStatus {
  if (status !== "complete") return status;
  if (payment === "failed") return "failed";
  return payment === "unpaid" ? "processing" : "paid";
}

type Delivery = { order: Order; checkout: Checkout; author: Author };

function deliver(tx: Transaction, { order, checkout, author }: Delivery): Order {
  for (const { id } of itemIdsByOrder(tx).all({ orderId: order.id })) {
    updateRow(tx, orderItems, id, { grantedAt: author.now }, author);
  }
  const paid = updateRow(
    tx,
    orders,
    order.id,
    {
      status: "paid",
      sessionId: checkout.id,
      email: checkout.email?.trim().toLowerCase() ?? null,
      customerName: checkout.name,
      currency: checkout.currency,
      totalAmount: checkout.amountTotal,
      paymentIntentId: checkout.paymentIntentId,
      subscriptionId: checkout.subscriptionId,
      paidAt: author.now,
    },
    author,
  );
  queueDeliveryMail(tx, { order: paid, key: `delivery:${paid.id}`, author });
  return paid;
}
