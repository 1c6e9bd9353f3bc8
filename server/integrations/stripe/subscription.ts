import type Stripe from "stripe";
import type { Subscription } from "../../deps.ts";

/**
 * A subscription (with its latest invoice expanded) as the shop sees it. In this API version the
 * period stands on the item, and it moves on before the renewal is paid: a period whose invoice is
 * not paid yet has only been paid for up to its start.
 */
export function toSubscription(subscription: Stripe.Subscription): Subscription {
  const { id, status, ended_at: endedAt, latest_invoice: invoice } = subscription;
  const item = subscription.items.data[0];
  const isPaid = typeof invoice === "object" && invoice?.status === "paid";
  const paidUntil = isPaid ? item?.current_period_end : item?.current_period_start;
  return { id, status, paidUntil: fromUnix(endedAt ?? paidUntil ?? 0) };
}

/** A time of the provider, which counts seconds. */
export function fromUnix(seconds: number): Date {
  return new Date(seconds * 1000);
}
