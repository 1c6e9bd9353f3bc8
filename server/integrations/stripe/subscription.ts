import type Stripe from "stripe";
import type { Subscription } from "../../deps.ts";

/**
 * A subscription (with its latest invoice expanded) as the shop sees it. In this API version the
 * period stands on the item, and it moves on before the renewal is paid: a period whose invoice is
 * not paid yet has only been paid for up to its start, with a day's grace while the provider still
 * prepares that invoice.
 */
export function toSubscription(subscription: Stripe.Subscription): Subscription {
  const { id, status, ended_at: endedAt } = subscription;
  const paidUntil = paidUntilOf(subscription);
  const end = endedAt === null ? paidUntil : Math.min(endedAt, paidUntil);
  return { id, status, paidUntil: fromUnix(end) };
}

const DAY_SECONDS = 86_400;

function paidUntilOf({ items, latest_invoice: invoice }: Stripe.Subscription): number {
  const item = items.data[0];
  const invoiceStatus = typeof invoice === "object" ? invoice?.status : null;
  if (invoiceStatus === "paid") return item?.current_period_end ?? 0;
  const periodStart = item?.current_period_start ?? 0;
  return invoiceStatus === "draft" ? periodStart + DAY_SECONDS : periodStart;
}

/** A time of the provider, which counts seconds. */
export function fromUnix(seconds: number): Date {
  return new Date(seconds * 1000);
}
