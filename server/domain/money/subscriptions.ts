import { eq } from "drizzle-orm";
import type { Transaction } from "../../db/client.ts";
import { updateRow } from "../../db/record.ts";
import { orders } from "../../db/schema.ts";
import type { Deps, Reversals, Subscription } from "../deps.ts";
import { fulfil } from "./fulfil.ts";
import { RENEWAL_NOTES, syncReversals } from "./reversals.ts";
import { extendAccess, recordSubscription } from "./subscription-records.ts";

/** Brings what a payment paid for, an order or a renewal, to what has become of that payment. */
export async function syncPayment(deps: Deps, paymentIntentId: string): Promise<void> {
  const renewed = await syncReversals(deps, paymentIntentId);
  if (renewed) await syncSubscription(deps, renewed);
}

/**
 * Brings a subscription's record and its items' access to what the provider says now: access ends
 * with the last period that was paid for and not given back. An unknown subscription's session is
 * fulfilled first.
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
    tellOwner(tx, { order, reversals, now: author.now });
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

type Told = { order: typeof orders.$inferSelect; reversals: Reversals; now: Date };

/** Notes a renewal's dispute where the order has no other note that waits for the owner. */
function tellOwner(tx: Transaction, { order, reversals: { disputes }, now }: Told): void {
  const notes: (string | null)[] = [null, ...Object.values(RENEWAL_NOTES)];
  const lost = disputes.includes("lost") ? RENEWAL_NOTES.lost : null;
  const attention = disputes.includes("open") ? RENEWAL_NOTES.open : lost;
  const mayReplace = attention === RENEWAL_NOTES.open || notes.includes(order.attention);
  if (order.attention === attention || !mayReplace) return;
  updateRow(tx, orders, order.id, { attention }, { actor: "subscription", now });
}
