import { and, eq, isNotNull } from "drizzle-orm";
import { orderItems, orders, subscriptionRecords } from "../../../db/schema.ts";
import { idempotencyKeys } from "../../../db/store-schema.ts";
import type { CurrentUser } from "../../contract/auth.ts";
import { orderMessages } from "../../contract/messages.ts";
import { refusals } from "../../contract/refusals.ts";
import type { Deps } from "../../deps.ts";
import type { Reversals, Subscription } from "../../ports/payments.ts";
import { AppError } from "../../errors.ts";
import { isOfUser } from "../files/grants.ts";
import { fulfil } from "../orders/fulfil.ts";
import { syncNotes } from "../orders/order-notes.ts";
import { refreshOrder } from "../orders/checkout-cache.ts";
import { disputeNotes, isLost, syncReversals } from "./reversals.ts";
import { extendAccess, recordSubscription } from "./subscription-records.ts";

/** What the owner is told of a renewal; the order's own payment has nothing to do with it. */
const RENEWAL_NOTES = { open: "renewal_dispute_open", lost: "renewal_dispute_lost" } as const;

/** Brings what a payment paid for, an order or a renewal, to what has become of that payment. */
export async function syncPayment(deps: Deps, paymentIntentId: string): Promise<void> {
  const renewed = await syncReversals(deps, paymentIntentId);
  if (renewed) await syncSubscription(deps, renewed);
}

/**
 * Brings a subscription's record and its items' access to what the provider says now: access ends
 * with the last period that was paid for and not given back (decision: subscription-access). An
 * unknown subscription's session is fulfilled first.
 */
export async function syncSubscription(deps: Deps, subscriptionId: string): Promise<void> {
  const found = await deps.payments.findSubscription(subscriptionId);
  if (!found) return;
  const reversals = await reversalsOf(deps, found.renewal);
  const subscription = { ...found, paidUntil: paidUntilAfter(found, reversals) };
  const isTheirs = eq(orders.subscriptionId, subscriptionId);
  if (!deps.db.select({ id: orders.id }).from(orders).where(isTheirs).get()) {
    const sessionId = await deps.payments.findSessionOf({ subscriptionId });
    if (sessionId) await fulfil(deps, sessionId);
  }
  const refunded = deps.db.write((tx) => {
    const order = tx.select().from(orders).where(isTheirs).get();
    if (!order) return undefined;
    const author = { actor: "subscription", now: deps.clock.now() };
    recordSubscription(tx, { order, subscription, author });
    extendAccess(tx, { order, subscription, author });
    const standing = disputeNotes(reversals.disputes, RENEWAL_NOTES);
    const kinds = Object.values(RENEWAL_NOTES);
    syncNotes(tx, { orderId: order.id, kinds, standing, author });
    return order.refundedAmount > 0 ? order.paymentIntentId : undefined;
  });
  // A period paid for after a refund gives access again.
  if (refunded) await syncReversals(deps, refunded);
}

async function reversalsOf(deps: Deps, renewal: Subscription["renewal"]): Promise<Reversals> {
  if (!renewal) return { refunds: [], failedRefunds: [], disputes: [] };
  return deps.payments.findReversals(renewal.paymentIntentId);
}

/** A renewal whose money went back in full has paid for nothing; a part of it is goodwill. */
function paidUntilAfter({ paidUntil, renewal }: Subscription, reversals: Reversals): Date {
  if (!renewal) return paidUntil;
  const refunded = reversals.refunds.reduce((sum, refund) => sum + refund.amount, 0);
  const wentBack = refunded >= renewal.amount || isLost(reversals.disputes);
  if (!wentBack) return paidUntil;
  // One that was ended at once may have ended before the period that was given back.
  return new Date(Math.min(renewal.periodStart.getTime(), paidUntil.getTime()));
}

/**
 * Makes sure that a subscription session has its record, by asking the provider; the client only
 * says where to look, and the record belongs to the email that paid. True the first time, even if a
 * webhook was faster and made the record.
 */
export async function claimSubscription(deps: Deps, sessionId: string): Promise<boolean> {
  const order = await refreshOrder(deps, sessionId);
  if (!order)
    throw new AppError("not_found", orderMessages.purchaseNotFound, { reason: "unknown_session" });
  if (order.status !== "paid")
    throw new AppError("unpaid", orderMessages.purchaseUnpaid, { reason: "payment_unpaid" });
  if (!hasRecord(deps, sessionId))
    throw new AppError("invalid", refusals.noSubscription, { reason: "no_subscription" });
  return isFirstClaim(deps, sessionId);
}

function isFirstClaim({ db, clock }: Deps, sessionId: string): boolean {
  // The session is the whole request: there is nothing else to compare.
  const claim = { scope: "subscription", key: sessionId, requestHash: "", createdAt: clock.now() };
  return db.write((tx) => {
    const [first] = tx
      .insert(idempotencyKeys)
      .values(claim)
      .onConflictDoNothing()
      .returning({ id: idempotencyKeys.id })
      .all();
    return first !== undefined;
  });
}

function hasRecord({ db }: Deps, sessionId: string): boolean {
  const isTheirs = eq(subscriptionRecords.sessionId, sessionId);
  return (
    db.select({ id: subscriptionRecords.id }).from(subscriptionRecords).where(isTheirs).get() !==
    undefined
  );
}

/**
 * The provider's page on which this user sees, pays and cancels a subscription that they have
 * bought, by its order item. Throws AppError `not_found` for anything else, and `payment_provider`.
 */
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
    .select({ userId: orders.userId, email: orders.email, subscriptionId: orders.subscriptionId })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(bought)
    .get();
  // Only the account counts: a browser that once bought may have another user by now.
  const isTheirs = order && isOfUser(order, user);
  if (!order?.subscriptionId || !isTheirs) throw new AppError("not_found", refusals.notFound);
  const { subscriptionId } = order;
  const returnUrl = `${deps.config.publicUrl}/account`;
  return (await deps.payments.createPortal({ subscriptionId, returnUrl })).url;
}
