import type Stripe from "stripe";
import type { Subscription } from "../../ports/payments.ts";
import { idOf } from "./call.ts";

/** Expansions that `toSubscription` needs. */
export const SUBSCRIPTION_EXPAND = ["latest_invoice.payments"];

/**
 * The period is on the item, and advances before the renewal is paid. While its invoice is unpaid, the
 * subscription is paid until the period's start, with a day's grace while the invoice is a draft.
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
 * The portal only sets the time, the dashboard only the flag. A time in a later period means that a renewal
 * comes first.
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

/** The payment intent of an invoice with expanded payments. */
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

function fromUnix(seconds: number): Date {
  return new Date(seconds * 1000);
}
