import type Stripe from "stripe";
import type {
  Checkout,
  ListedCheckout,
  PricedLine,
  Renewal,
  Subscription,
} from "../../ports/payments.ts";
import { idOf } from "./call.ts";

const DAY_SECONDS = 86_400;
const MILLIONTHS_A_PERCENT = 10_000;

/** `expand` parameter required by `toSubscription`. */
export const SUBSCRIPTION_EXPAND = ["latest_invoice.payments"];

/** `expand` parameter required by `toCheckout`. */
export const SESSION_EXPAND = [
  "payment_intent",
  ...SUBSCRIPTION_EXPAND.map((path) => `subscription.${path}`),
  // The only reference from a subscription's session to its payment.
  "invoice.payments",
  "line_items.data.price.product",
  "line_items.data.taxes",
  "discounts.promotion_code",
];

/** `expand` parameter required by `toListedCheckout`. */
export const SESSION_LIST_EXPAND = ["data.payment_intent", "data.subscription.latest_invoice"];

export function toListedCheckout(session: Stripe.Checkout.Session): ListedCheckout {
  return { id: session.id, status: statusOf(session.status), payment: paymentOf(session) };
}

export function toCheckout(session: Stripe.Checkout.Session): Checkout {
  const { subscription, customer_details: customer } = session;
  const items = session.line_items?.data ?? [];
  return {
    id: session.id,
    status: statusOf(session.status),
    payment: paymentOf(session),
    amountTotal: session.amount_total ?? 0,
    linesTotal: session.amount_subtotal ?? session.amount_total ?? 0,
    discount: session.total_details?.amount_discount ?? 0,
    discountCode:
      (session.discounts ?? []).map(discountCodeOf).find((code) => code !== null) ?? null,
    tax: session.total_details?.amount_tax ?? 0,
    addedTax: items.filter(isTaxAdded).reduce((sum, { amount_tax: tax }) => sum + tax, 0),
    currency: session.currency ?? "",
    email: customer?.email ?? session.customer_email ?? null,
    name: customer?.name ?? null,
    country: customer?.address?.country ?? null,
    taxId: customer?.tax_ids?.[0]?.value ?? null,
    invoice: toInvoice(session.invoice),
    awaitsInvoice: session.invoice_creation?.enabled === true && !toInvoice(session.invoice),
    ...toConsent(session),
    shopId: session.metadata?.["shop_id"] ?? null,
    orderNumber: session.metadata?.["order_number"] ?? null,
    lines: items.flatMap(toLine),
    paymentIntentId: idOf(session.payment_intent) ?? paymentOfInvoice(session.invoice),
    customerId: session.payment_method_options?.card?.setup_future_usage
      ? idOf(session.customer)
      : null,
    subscription:
      typeof subscription === "object" && subscription ? toSubscription(subscription) : null,
  };
}

function toConsent({ consent, after_expiration, recovered_from }: Stripe.Checkout.Session) {
  return {
    termsAccepted: consent?.terms_of_service === "accepted",
    promotionsConsent: consent?.promotions === "opt_in",
    recoveryUrl: after_expiration?.recovery?.url ?? null,
    recoveredFrom: recovered_from ?? null,
  } satisfies Partial<Checkout>;
}

function discountCodeOf({
  promotion_code: promotion,
}: Stripe.Checkout.Session.Discount): string | null {
  return typeof promotion === "object" ? (promotion?.code ?? null) : null;
}

function statusOf(status: string | null): Checkout["status"] {
  return status === "complete" || status === "expired" ? status : "open";
}

function paymentOf(session: Stripe.Checkout.Session): Checkout["payment"] {
  if (session.payment_status === "paid") return "paid";
  if (session.payment_status === "no_payment_required") return "free";
  const { payment_intent: intent, subscription } = session;
  // A failed first payment may be paid later, which does not update the session.
  if (isPaidUp(subscription)) return "paid";
  const failed = hasStatus(intent, FAILED_INTENTS) || hasStatus(subscription, FAILED_SUBSCRIPTIONS);
  return failed ? "failed" : "unpaid";
}

// Statuses of failed payments, because the session does not show that a delayed payment failed.
const FAILED_INTENTS = ["requires_payment_method", "canceled"];
const FAILED_SUBSCRIPTIONS = ["past_due", "unpaid", "canceled", "incomplete_expired"];

function isPaidUp(subscription: Stripe.Checkout.Session["subscription"]): boolean {
  if (typeof subscription !== "object" || !subscription) return false;
  const { latest_invoice: invoice } = subscription;
  return typeof invoice === "object" && invoice?.status === "paid";
}

function hasStatus(object: string | { status: string } | null, statuses: string[]): boolean {
  return typeof object === "object" && object !== null && statuses.includes(object.status);
}

function toLine(line: Stripe.LineItem): PricedLine[] {
  const { price, description } = line;
  const product = price?.product;
  if (!price || typeof product !== "object" || product.deleted) return [];
  const productId = Number(product.metadata["product_id"]);
  if (!Number.isSafeInteger(productId) || productId <= 0) return [];
  return [
    {
      productId,
      name: description ?? product.name,
      price: price.unit_amount ?? 0,
      currency: price.currency,
      type: price.recurring ? "subscription" : "digital",
      billingPeriod: periodOf(price.recurring?.interval),
      total: line.amount_total,
      tax: line.amount_tax,
      taxRate: taxRateOf(line.taxes ?? []),
    },
  ];
}

function taxRateOf(taxes: Stripe.LineItem.Tax[]): number | null {
  const chargedTaxes = taxes.filter(({ amount }) => amount > 0);
  if (chargedTaxes.length === 0) return null;
  const percent = chargedTaxes.reduce((sum, { rate }) => sum + rate.percentage, 0);
  return Math.round(percent * MILLIONTHS_A_PERCENT);
}

function periodOf(interval: string | undefined): PricedLine["billingPeriod"] {
  return interval === "month" || interval === "year" ? interval : null;
}

/**
 * Converts a subscription. Its period advances before the renewal is paid: with an unpaid invoice,
 * it is paid until the period's start, or a day longer while the invoice is a draft.
 */
export function toSubscription(subscription: Stripe.Subscription): Subscription {
  const { id, status, ended_at: endedAt, cancel_at: cancelAt, latest_invoice } = subscription;
  const { current_period_start: start = 0, current_period_end: end = 0 } =
    subscription.items.data[0] ?? {};
  const invoice = typeof latest_invoice === "object" ? latest_invoice : null;
  const unpaidUntil = invoice?.status === "draft" ? start + DAY_SECONDS : start;
  const paidUntil = invoice?.status === "paid" ? end : unpaidUntil;
  return {
    id,
    status,
    paidUntil: fromUnix(Math.min(endedAt ?? cancelAt ?? paidUntil, paidUntil)),
    // The portal sets only the time, the dashboard only the flag. A time past `end` allows renewal.
    endsAtPeriodEnd: subscription.cancel_at_period_end || (cancelAt !== null && cancelAt <= end),
    renewal: start > 0 && invoice ? renewalOf(invoice, start) : null,
  };
}

function renewalOf(invoice: Stripe.Invoice, periodStart: number): Renewal | null {
  if (invoice.status !== "paid" || invoice.billing_reason === "subscription_create") return null;
  const paymentIntentId = paymentOfInvoice(invoice);
  if (!paymentIntentId) return null;
  const { total, total_excluding_tax: net } = invoice;
  return {
    paymentIntentId,
    amount: invoice.amount_paid,
    tax: net === null ? null : total - net,
    paidAt: fromUnix(invoice.status_transitions.paid_at ?? invoice.created),
    periodStart: fromUnix(periodStart),
  };
}

function isTaxAdded({ price }: Stripe.LineItem): boolean {
  return price?.tax_behavior !== "inclusive";
}

/** Returns null until the invoice has a number. */
function toInvoice(invoice: string | Stripe.Invoice | null): Checkout["invoice"] {
  if (typeof invoice !== "object" || !invoice) return null;
  const { number, hosted_invoice_url: url } = invoice;
  return number && url ? { number, url } : null;
}

function paymentOfInvoice(invoice: string | Stripe.Invoice | null): string | null {
  if (typeof invoice !== "object" || !invoice) return null;
  const paid = invoice.payments?.data.find(({ status }) => status === "paid");
  return idOf((paid ?? invoice.payments?.data[0])?.payment.payment_intent);
}

function fromUnix(seconds: number): Date {
  return new Date(seconds * 1000);
}
