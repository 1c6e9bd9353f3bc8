import { eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import type { OrderStatus } from "../../../db/enums.ts";
import { type Author, insertRow, updateRow } from "../../../db/record.ts";
import { type Order, orderItems, orders, products } from "../../../db/schema.ts";
import { prepared } from "../../../db/statements.ts";
import type { Deps } from "../../deps.ts";
import type { Checkout, ListedCheckout } from "../../ports/payments.ts";
import { deliveryStart } from "./consent.ts";
import { findDuplicatePurchase } from "./duplicate-purchase.ts";
import { onPaid, onUnpaid, runSteps } from "./consequences.ts";
import { paidParties, payerEmailOf } from "./gifts.ts";
import {
  findOrder,
  findWithdrawal,
  insertItem,
  isOrderNumber,
  newOrderNumber,
  nextInvoiceCheck,
} from "./order.ts";
import { isPaidOrProcessing } from "../../../db/order-status.ts";
import { addNote } from "./order-notes.ts";
import { findRecoveredOrder, offerRecovery } from "./recovery.ts";
import { shopIdOf } from "../../config/shop-id.ts";

const AUTHOR = "fulfilment";

/**
 * Syncs an order with its checkout session and returns it; undefined when the session is not ours.
 * Idempotent and safe to call concurrently: exactly one call grants the items and queues the
 * delivery mail, in one transaction. A payment that is processing or has failed also queues its
 * mail once. Throws AppError `payment_provider`.
 */
export async function fulfil(deps: Deps, sessionId: string): Promise<Order | undefined> {
  const known = findOrder(deps.db, sessionId);
  if (known?.status === "paid") return known;
  const checkout = await deps.payments.findCheckout(sessionId);
  if (!checkout) return known && expireUnknown(deps, sessionId);
  return deps.db.write((tx) => applyCheckout(deps, tx, checkout));
}

/** Expires an open order whose session the provider does not know, because it cannot be paid. */
function expireUnknown(deps: Deps, sessionId: string): Order | undefined {
  const author = { actor: AUTHOR, now: deps.clock.now() };
  return deps.db.write((tx) => {
    // Read the order again: a concurrent call may have fulfilled it.
    const order = findOrder(tx, sessionId);
    if (order?.status !== "open") return order;
    return updateRow(tx, orders, order.id, { status: "expired" }, author);
  });
}

/** The part of `fulfil` after the provider's answer. */
export function applyCheckout(
  deps: Pick<Deps, "db" | "config" | "secret" | "clock">,
  tx: Transaction,
  checkout: Checkout,
): Order | undefined {
  const author = { actor: AUTHOR, now: deps.clock.now() };
  const status = statusOf(checkout);
  const isOurs = checkout.shopId === shopIdOf(deps);
  const order =
    findOrder(tx, checkout.id) ??
    findOrderWithoutSession(tx, checkout) ??
    findRecoveredOrder(tx, checkout) ??
    (isOurs && isPaidOrProcessing(status) ? adoptOrder(tx, checkout, author) : undefined);
  if (!order || order.status === "paid") return order;
  if (status === "paid") {
    const accessFrom = deliveryStart(deps, checkout, author.now);
    return deliver(tx, { order, checkout, author, accessFrom });
  }
  offerRecovery(tx, { order, checkout, author });
  const isKnown = order.sessionId === checkout.id || checkout.recoveredFrom !== null;
  // If the amounts differ, the order started processing before amounts were stored.
  const isStored = status !== "processing" || order.totalAmount === checkout.amountTotal;
  if (order.status === status && isKnown && isStored) return order;
  // A stale response: sessions never reopen, and the buyer may have a newer one.
  if (status === "open" && order.status !== "creating") return order;
  const parties = paidParties(order, checkout.email);
  // Processing may take days. The buyer sees the amounts now, and can correct the email.
  const termsAcceptedAt = acceptedAt(order, checkout, author.now);
  const buyer = { ...parties, customerName: checkout.name, termsAcceptedAt };
  const isComplete = checkout.status === "complete";
  const patch = {
    status,
    sessionId: checkout.id,
    ...(status === "processing" && buyer),
    ...(isComplete && amountsOf(checkout)),
  };
  if (isComplete) {
    for (const { id, productId } of itemsByOrder(tx).all({ orderId: order.id })) {
      updateRow(tx, orderItems, id, itemAmountsOf(checkout, productId), author);
    }
  }
  const moved = updateRow(tx, orders, order.id, patch, author);
  const recipient = payerEmailOf({ ...order, ...parties });
  runSteps(onUnpaid, tx, { order: moved, recipient, author });
  return moved;
}

/** Returns when the buyer accepted the terms, which may be days before the payment succeeds. */
function acceptedAt(order: Order, { termsAccepted }: Checkout, now: Date): Date | null {
  return termsAccepted ? (order.termsAcceptedAt ?? now) : null;
}

/** Finds an order without a provider response by the order number in the session's metadata. */
function findOrderWithoutSession(tx: Transaction, checkout: Checkout): Order | undefined {
  if (checkout.orderNumber === null) return undefined;
  const order = tx.select().from(orders).where(eq(orders.number, checkout.orderNumber)).get();
  return order?.sessionId === null ? order : undefined;
}

/** Creates a session's missing order; undefined if its number is taken or no product exists. */
function adoptOrder(tx: Transaction, checkout: Checkout, author: Author): Order | undefined {
  const { id: sessionId, orderNumber, currency, amountTotal: totalAmount } = checkout;
  if (!orderNumber || !isOrderNumber(orderNumber)) return undefined;
  const hasNumber = eq(orders.number, orderNumber);
  const known = tx.select().from(orders).where(hasNumber).get();
  // The link to an expired checkout can be paid more than once.
  if (known && checkout.recoveredFrom === null) return undefined;
  const number = known ? newOrderNumber() : orderNumber;
  const lines = new Map(checkout.lines.map((line) => [line.productId, line]));
  const isListed = inArray(products.id, [...lines.keys()]);
  const listed = tx.select({ id: products.id }).from(products).where(isListed).all();
  if (listed.length === 0) return undefined;
  // Another person may pay by the link, so the payer is the giver.
  const { termsText = null, giftTo = null } = known ?? {};
  const row = { number, status: "open", sessionId, currency, totalAmount, termsText } as const;
  const order = insertRow(tx, orders, { ...row, giftTo, nextCheckAt: author.now }, author);
  for (const line of listed.flatMap(({ id }) => lines.get(id) ?? [])) {
    const { productId, name, price, type, billingPeriod } = line;
    insertItem(tx, { orderId: order.id, productId, name, price, type, billingPeriod }, author);
  }
  if (lines.size > listed.length) {
    addNote(tx, { orderId: order.id, kind: "missing_products", amount: null, author });
  }
  return order;
}

export function statusOf({ status, payment }: ListedCheckout): OrderStatus {
  if (status !== "complete") return status;
  if (payment === "failed") return "failed";
  return payment === "unpaid" ? "processing" : "paid";
}

/** Amounts of an order, once its checkout is complete. */
function amountsOf(checkout: Checkout) {
  return {
    totalAmount: checkout.amountTotal,
    taxAmount: checkout.tax,
    addedTax: checkout.addedTax,
    discountAmount: checkout.discount,
    discountCode: checkout.discountCode,
    country: checkout.country,
    taxId: checkout.taxId,
  };
}

function itemAmountsOf(checkout: Checkout, productId: number) {
  const lines = checkout.lines.filter((line) => line.productId === productId);
  return {
    paidAmount: lines.length > 0 ? lines.reduce((sum, { total }) => sum + total, 0) : null,
    taxAmount: lines.reduce((sum, { tax }) => sum + tax, 0),
    taxRate: lines[0]?.taxRate ?? null,
  };
}

type Delivery = { order: Order; checkout: Checkout; author: Author; accessFrom: Date | null };

const itemsByOrder = prepared((db) =>
  db
    .select({
      id: orderItems.id,
      type: orderItems.type,
      productId: orderItems.productId,
      price: orderItems.price,
      creditedItemId: orderItems.creditedItemId,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, sql.placeholder("orderId")))
    .prepare(),
);

function deliver(tx: Transaction, { order, checkout, author, accessFrom }: Delivery): Order {
  const { subscription } = checkout;
  // The buyer may have withdrawn while the payment was processing.
  const isWithdrawn = findWithdrawal(tx, order.id) !== undefined;
  const items = itemsByOrder(tx).all({ orderId: order.id });
  for (const { id, type, productId } of items) {
    const patch = {
      grantedAt: author.now,
      accessUntil: type === "subscription" ? subscription?.paidUntil : null,
      // A subscription's paid period has begun.
      accessFrom: type === "subscription" ? null : accessFrom,
      ...itemAmountsOf(checkout, productId),
      ...(isWithdrawn && { revokedAt: author.now, revokeReason: "withdrawal" as const }),
    };
    updateRow(tx, orderItems, id, patch, author);
  }
  const parties = paidParties(order, checkout.email);
  const productIds = items.map((item) => item.productId);
  const patch = {
    status: "paid",
    sessionId: checkout.id,
    ...parties,
    customerName: checkout.name,
    currency: checkout.currency,
    ...amountsOf(checkout),
    invoiceNumber: checkout.invoice?.number ?? null,
    invoiceUrl: checkout.invoice?.url ?? null,
    termsText: checkout.termsAccepted ? order.termsText : null,
    termsAcceptedAt: acceptedAt(order, checkout, author.now),
    paymentIntentId: checkout.paymentIntentId,
    customerId: checkout.customerId,
    subscriptionId: subscription?.id ?? null,
    duplicateOfId: findDuplicatePurchase(
      tx,
      { ...order, ...parties },
      { productIds, now: author.now },
    ),
    nextCheckAt: nextInvoiceCheck(checkout, author.now),
    paidAt: author.now,
  } as const;
  const paid = updateRow(tx, orders, order.id, patch, author);
  const change = { order: paid, before: order, items, checkout, isWithdrawn, author };
  runSteps(onPaid, tx, change);
  return paid;
}
