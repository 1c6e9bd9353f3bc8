import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { type Author, insertRow, updateRow } from "../../../db/record.ts";
import { type Order, orderItems, subscriptionRecords } from "../../../db/schema.ts";
import { renewals } from "../../../db/stats-schema.ts";
import type { Renewal, Subscription } from "../../ports/payments.ts";
import { ensureUser } from "../sign-in/users.ts";

/** A tax rate of 100 %. */
const RATE_UNIT = 1_000_000;

type SubscriptionOfOrder = { order: Order; subscription: Subscription; author: Author };

/**
 * Creates or updates the subscription record, linked to the user with the order's email. Does
 * nothing if that account was deleted, because the record would create it again.
 */
export function recordSubscription(
  tx: Transaction,
  { order, subscription, author }: SubscriptionOfOrder,
) {
  if (!order.email || !order.sessionId || order.accountDeletedAt) return;
  const patch = {
    userId: ensureUser(tx, order.email, author),
    email: order.email,
    subscriptionId: subscription.id,
    status: subscription.status,
    currentPeriodEnd: subscription.paidUntil,
    endsAtPeriodEnd: subscription.endsAtPeriodEnd,
  };
  const { sessionId } = order;
  const isTheirs = eq(subscriptionRecords.sessionId, sessionId);
  const known = tx.select().from(subscriptionRecords).where(isTheirs).get();
  if (!known) insertRow(tx, subscriptionRecords, { ...patch, sessionId }, author);
  else if (differs(known, patch)) updateRow(tx, subscriptionRecords, known.id, patch, author);
}

/** Stores the paid renewal of the current period once, for the sums of sales. */
export function recordRenewal(
  tx: Transaction,
  { order, subscription: { renewal } }: Omit<SubscriptionOfOrder, "author">,
): void {
  if (!renewal) return;
  const [item, other] = tx.select().from(orderItems).where(isSubscribedWith(order)).all();
  const { id: orderId, currency, country } = order;
  const { paymentIntentId, amount, paidAt, tax: taxAmount } = renewal;
  const productId = item && !other ? item.productId : null;
  const taxRate = isRateOf(renewal, item?.taxRate ?? 0) ? (item?.taxRate ?? null) : null;
  const row = { orderId, productId, paymentIntentId, currency, country, amount, paidAt };
  tx.insert(renewals)
    .values({ ...row, taxAmount, taxRate })
    .onConflictDoNothing()
    .run();
}

/**
 * Whether a rate explains the tax of a renewal. Rates change after the first payment, and the
 * provider's invoice has only amounts.
 */
function isRateOf({ amount, tax }: Renewal, rate: number): boolean {
  if (!tax) return false;
  const expected = Math.round(((amount - tax) * rate) / RATE_UNIT);
  return Math.abs(expected - tax) <= 1;
}

/** Returns the stored end of an order's subscription; null without one that gives access. */
export function heldUntilOf(tx: Transaction, order: Order): Date | null {
  const isHeld = and(isSubscribedWith(order), isNull(orderItems.revokedAt));
  const held = tx.select().from(orderItems).where(isHeld).get();
  return held ? (held.accessUntil ?? new Date(0)) : null;
}

/** Extends the access of the order's subscription items to the end of the paid period. */
export function extendAccess(
  tx: Transaction,
  { order, subscription, author }: SubscriptionOfOrder,
): void {
  const accessUntil = subscription.paidUntil;
  for (const item of tx.select().from(orderItems).where(isSubscribedWith(order)).all()) {
    if (differs(item, { accessUntil })) updateRow(tx, orderItems, item.id, { accessUntil }, author);
  }
}

function isSubscribedWith({ id }: Order) {
  return and(eq(orderItems.orderId, id), eq(orderItems.type, "subscription"));
}

function differs(row: Record<string, unknown>, patch: Record<string, unknown>): boolean {
  const plain = (value: unknown) => (value instanceof Date ? value.getTime() : value);
  return Object.entries(patch).some(([key, value]) => plain(row[key]) !== plain(value));
}
