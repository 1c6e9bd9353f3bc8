import type Stripe from "stripe";
import type { Subscription } from "../../ports/payments.ts";
import { idOf } from "./call.ts";

/** What must be expanded for `toSubscription` to know what paid for the period. */
export const SUBSCRIPTION_EXPAND = ["latest_invoice.payments"];

/**
 * A subscription (with SUBSCRIPTION_EXPAND) as the shop sees it. In this API version the
 * period stands on the item, and it moves on before the renewal is paid: a period whose invoice is
 * not paid yet has only been paid for up to its start, with a day's grace while the provider still
 * prepares that invoice (decision: subscription-access).
 */
export function toSubscription(subscription: Stripe.Subscription): Subscription {
  const { id, status, ended_at: endedAt, cancel_at: cancelAt } = subscription;
  const paidUntil = paidUntilOf(subscription);
  return {
    id,
    status,
    paidUntil: fromUnix(Math.min(endedAt ?? cancelAt ?? paidUntil, paidUntil)),
    endsAtPeriodEnd: endsAtPeriodEnd(subscription),
    renewal: renewalOf(subscription),
  };
}

/**
 * The provider's portal names the time alone and leaves the flag unset, its dashboard sets the flag.
 * A time in a later period is not this one's end: before it comes a renewal.
 */
function endsAtPeriodEnd(subscription: Stripe.Subscription): boolean {
  const { cancel_at_period_end: isCancelled, cancel_at: cancelAt, items } = subscription;
  const periodEnd = items.data[0]?.current_period_end ?? 0;
  return isCancelled || (cancelAt !== null && cancelAt <= periodEnd);
}

function renewalOf({ items, latest_invoice }: Stripe.Subscription): Subscription["renewal"] {
  const invoice = typeof latest_invoice === "object" ? latest_invoice : null;
  if (invoice?.status !== "paid" || invoice.billing_reason === "subscription_create") return null;
  const paymentIntentId = paymentOfInvoice(invoice);
  const periodStart = items.data[0]?.current_period_start;
  if (!paymentIntentId || periodStart === undefined) return null;
  return { paymentIntentId, amount: invoice.amount_paid, periodStart: fromUnix(periodStart) };
}

/** The payment intent that paid an invoice whose payments are expanded. */
export function paymentOfInvoice(invoice: Stripe.Invoice): string | null {
  const paid = invoice.payments?.data.find(({ status }) => status === "paid");
  return idOf((paid ?? invoice.payments?.data[0])?.payment.payment_intent);
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
function fromUnix(seconds: number): Date {
  return new Date(seconds * 1000);
}
