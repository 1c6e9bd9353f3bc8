import { eq } from "drizzle-orm";
import { orders } from "../../db/schema.ts";
import type { Deps } from "../deps.ts";
import { fulfil } from "./fulfil.ts";
import { syncReversals } from "./reversals.ts";
import { extendAccess, recordSubscription } from "./subscription-records.ts";

/**
 * Brings a subscription's record and its items' access to what the provider says now: access ends
 * with the last period that was paid for. An unknown subscription's session is fulfilled first.
 */
export async function syncSubscription(deps: Deps, subscriptionId: string): Promise<void> {
  const subscription = await deps.payments.findSubscription(subscriptionId);
  if (!subscription) return;
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
    return order.refundedAmount > 0 ? order.paymentIntentId : undefined;
  });
  // A period paid for after a refund gives access again.
  if (refunded) await syncReversals(deps, refunded);
}
