import { and, eq, isNotNull, ne } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import { type Order, orderItems, orders, subscriptionRecords } from "../../../db/schema.ts";
import { renewals } from "../../../db/stats-schema.ts";
import { idempotencyKeys } from "../../../db/store-schema.ts";
import type { CurrentUser } from "../../contract/sign-in.ts";
import { orderMessages } from "../../contract/messages.ts";
import type { Deps } from "../../deps.ts";
import type { Reversals, Subscription } from "../../ports/payments.ts";
import { buyerRefusals } from "../../contract/refusals.ts";
import { AppError, refusals } from "../../errors.ts";
import { isOfUser } from "../viewer.ts";
import { fulfil } from "../orders/fulfil.ts";
import { onEnded, runSteps } from "../orders/consequences.ts";
import { syncNotes } from "../orders/order-notes.ts";
import { refreshOrder } from "../orders/open-checkouts.ts";
import { disputeNotes, isLost, syncReversals } from "./reversals.ts";
import {
  extendAccess,
  heldUntilOf,
  recordRenewal,
  recordSubscription,
} from "../orders/subscription-records.ts";

/** Statuses of subscriptions that do not renew. */
const OVER = new Set(["canceled", "unpaid"]);
const RENEWAL_NOTES = { open: "renewal_dispute_open", lost: "renewal_dispute_lost" } as const;

/** Syncs the order or subscription renewal that belongs to a payment. */
export async function syncPayment(deps: Deps, paymentIntentId: string): Promise<void> {
  const renewed = await syncReversals(deps, paymentIntentId);
  if (!renewed) return;
  await syncSubscription(deps, renewed);
  await syncRenewalRefunds(deps, paymentIntentId);
}

/** Syncs a subscription record and its access, which ends with the last paid, unrefunded period. */
export async function syncSubscription(deps: Deps, subscriptionId: string): Promise<void> {
  const found = await deps.payments.findSubscription(subscriptionId);
  if (!found) return;
  const reversals = found.renewal
    ? await deps.payments.findReversals(found.renewal.paymentIntentId)
    : { refunds: [], failedRefunds: [], disputes: [] };
  const isTheirs = eq(orders.subscriptionId, subscriptionId);
  if (!deps.db.select({ id: orders.id }).from(orders).where(isTheirs).get()) {
    const sessionId = await deps.payments.findSessionOf({ subscriptionId });
    if (sessionId) await fulfil(deps, sessionId);
  }
  const order = deps.db.write((tx) =>
    applySubscription(tx, { found, reversals, now: deps.clock.now() }),
  );
  // A period paid after the refund restores access.
  if (order?.paymentIntentId && order.refundedAmount > 0) {
    await syncReversals(deps, order.paymentIntentId);
  }
}

type SubscriptionState = { found: Subscription; reversals: Reversals; now: Date };

/** The part of `syncSubscription` after the provider's answers. Returns the subscription's order. */
export function applySubscription(
  tx: Transaction,
  { found, reversals, now }: SubscriptionState,
): Order | undefined {
  const subscription = { ...found, paidUntil: paidUntilAfter(found, reversals) };
  const order = tx.select().from(orders).where(eq(orders.subscriptionId, found.id)).get();
  if (!order) return undefined;
  const author = { actor: "subscription", now };
  const hadAccessUntil = heldUntilOf(tx, order);
  recordSubscription(tx, { order, subscription, author });
  recordRenewal(tx, { order, subscription });
  extendAccess(tx, { order, subscription, author });
  const current = disputeNotes(reversals.disputes, RENEWAL_NOTES);
  const kinds = Object.values(RENEWAL_NOTES);
  syncNotes(tx, { orderId: order.id, kinds, current, author });
  const wentBack = subscription.paidUntil < found.paidUntil;
  const isOver = (OVER.has(subscription.status) || wentBack) && subscription.paidUntil <= now;
  if (isOver && hadAccessUntil) {
    runSteps(onEnded, tx, { order, author, by: "subscription", subscription, hadAccessUntil });
  }
  return order;
}

/** Syncs the refunds of a recorded renewal, also of one before the current period. */
async function syncRenewalRefunds(deps: Deps, paymentIntentId: string): Promise<void> {
  const { refunds } = await deps.payments.findReversals(paymentIntentId);
  const refundedAmount = refunds.reduce((sum, { amount }) => sum + amount, 0);
  const isChanged = and(
    eq(renewals.paymentIntentId, paymentIntentId),
    ne(renewals.refundedAmount, refundedAmount),
  );
  const patch = { refundedAmount, refundedAt: deps.clock.now() };
  deps.db.write((tx) => tx.update(renewals).set(patch).where(isChanged).run());
}

/** Returns the end of paid access. A fully refunded renewal or a lost dispute does not count. */
function paidUntilAfter({ paidUntil, renewal }: Subscription, reversals: Reversals): Date {
  if (!renewal) return paidUntil;
  const refunded = reversals.refunds.reduce((sum, refund) => sum + refund.amount, 0);
  const wentBack = refunded >= renewal.amount || isLost(reversals.disputes);
  if (!wentBack) return paidUntil;
  // A subscription cancelled immediately may have ended before the refunded period.
  return new Date(Math.min(renewal.periodStart.getTime(), paidUntil.getTime()));
}

/** Claims a paid subscription; true on the first call. Throws `not_found`, `unpaid`, `invalid`. */
export async function claimSubscription(deps: Deps, sessionId: string): Promise<boolean> {
  const order = await refreshOrder(deps, sessionId);
  if (!order)
    throw new AppError("not_found", orderMessages.purchaseNotFound, { reason: "unknown_session" });
  if (order.status !== "paid")
    throw new AppError("unpaid", buyerRefusals.paymentUnpaid, { reason: "payment_unpaid" });
  const { db, clock } = deps;
  const isTheirs = eq(subscriptionRecords.sessionId, sessionId);
  if (!db.select().from(subscriptionRecords).where(isTheirs).get())
    throw new AppError("invalid", buyerRefusals.noSubscription, { reason: "no_subscription" });
  const claim = { scope: "subscription", key: sessionId, requestHash: "", createdAt: clock.now() };
  return db.write((tx) => {
    const insert = tx.insert(idempotencyKeys).values(claim).onConflictDoNothing();
    return insert.run().changes > 0;
  });
}

/** Returns the URL of the provider's page for a subscription of this user. Throws `not_found`. */
export async function openBillingPortal(
  deps: Pick<Deps, "db" | "payments" | "config">,
  { user, itemId }: { user: CurrentUser; itemId: number },
): Promise<string> {
  const bought = and(
    eq(orderItems.id, itemId),
    eq(orderItems.type, "subscription"),
    isNotNull(orderItems.grantedAt),
    eq(orders.status, "paid"),
  );
  const order = deps.db
    .select({
      userId: orders.userId,
      email: orders.email,
      accountDeletedAt: orders.accountDeletedAt,
      subscriptionId: orders.subscriptionId,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(bought)
    .get();
  // Browser ownership is not enough: another person may use the browser now.
  if (!order?.subscriptionId || !isOfUser(order, user)) {
    throw new AppError("not_found", refusals.notFound);
  }
  const { subscriptionId } = order;
  const returnUrl = `${deps.config.publicUrl}/account`;
  return (await deps.payments.createPortal({ subscriptionId, returnUrl })).url;
}
