import { eq } from "drizzle-orm";
import { orders } from "../../../db/schema.ts";
import type { Deps, Reversals, Subscription } from "../../deps.ts";
import { fulfil } from "../orders/fulfil.ts";
import { keepNotes, type Note } from "../orders/order-notes.ts";
import { syncReversals } from "./reversals.ts";
import { extendAccess, recordSubscription } from "./subscription-records.ts";

const RENEWAL_NOTES = ["renewal_dispute_open", "renewal_dispute_lost"] as const;

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
    const standing = notesOf(reversals);
    keepNotes(tx, { orderId: order.id, kinds: RENEWAL_NOTES, standing, author });
    return order.refundedAmount > 0 ? order.paymentIntentId : undefined;
  });
  // A period paid for after a refund gives access again.
  if (refunded) await syncReversals(deps, refunded);
}

async function reversalsOf(deps: Deps, renewal: Subscription["renewal"]): Promise<Reversals> {
  if (!renewal) return { refunds: [], disputes: [] };
  return deps.payments.findReversals(renewal.paymentIntentId);
}

/** A renewal whose money went back in full has paid for nothing; a part of it is goodwill. */
function paidUntilAfter({ paidUntil, renewal }: Subscription, reversals: Reversals): Date {
  if (!renewal) return paidUntil;
  const refunded = reversals.refunds.reduce((sum, refund) => sum + refund.amount, 0);
  const wentBack = refunded >= renewal.amount || reversals.disputes.includes("lost");
  if (!wentBack) return paidUntil;
  // One that was ended at once may have ended before the period that was given back.
  return new Date(Math.min(renewal.periodStart.getTime(), paidUntil.getTime()));
}

/** What the owner is told of a renewal; the order's own payment has nothing to do with it. */
function notesOf({ disputes }: Reversals): Note[] {
  const notes: Note[] = [];
  if (disputes.includes("open")) notes.push({ kind: "renewal_dispute_open", amount: null });
  if (disputes.includes("lost")) notes.push({ kind: "renewal_dispute_lost", amount: null });
  return notes;
}
