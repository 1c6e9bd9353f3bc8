import {
  type Charge,
  type Context,
  create,
  type Invoice,
  type LineItem,
  need,
  newId,
  patch,
  type PaymentIntent,
  type Refund,
  type Session,
  type Subscription,
} from "./objects.ts";
import {
  type ApiCall,
  invalid,
  listPage,
  listRoute,
  metadataAt,
  noSuch,
  numberAt,
  paramsAt,
  readRoute,
  type Route,
  textAt,
} from "./requests.ts";

export const BILLING_ROUTES: Route[] = [
  { method: "POST", path: "/v1/refunds", answer: createRefund },
  listRoute("refund", "/v1/refunds", ["payment_intent"]),
  listRoute("dispute", "/v1/disputes", ["payment_intent"]),
  readRoute("subscription", "/v1/subscriptions"),
  { method: "GET", path: "/v1/invoice_payments", answer: listInvoicePayments },
];

/** `isDelayed`: the bank confirms the payment later. */
type NewPayment = { amount: number; currency: string; isDelayed: boolean };

/** Stores a payment intent with its charge. */
export function addPayment(context: Context, payment: NewPayment): PaymentIntent {
  const { amount, currency, isDelayed } = payment;
  const id = newId("pi");
  const charge = create(context, "charge", {
    amount,
    amount_refunded: 0,
    currency,
    disputed: false,
    paid: !isDelayed,
    payment_intent: id,
    refunded: false,
  });
  const intent = create(context, "payment_intent", {
    id,
    latest_charge: charge.id,
    status: isDelayed ? "processing" : "succeeded",
  });
  if (!isDelayed) context.emit("payment_intent.succeeded", intent);
  return intent;
}

function createRefund({ params, context }: ApiCall): Refund {
  const id = textAt(params, "payment_intent") ?? "";
  const intent = context.store.find("payment_intent", id);
  const charge = context.store.find("charge", intent?.latest_charge ?? "");
  if (!charge) throw noSuch("payment_intent", id);
  const left = charge.amount - charge.amount_refunded;
  const amount = numberAt(params, "amount") ?? left;
  const refuse = (code: string, reason: string) =>
    invalid(`Charge ${charge.id} ${reason}.`, { code });
  if (!charge.paid) throw refuse("charge_not_refundable", "has not been paid");
  if (charge.disputed) throw refuse("charge_disputed", "has been charged back");
  if (charge.refunded) throw refuse("charge_already_refunded", "has already been refunded");
  if (amount > left) throw invalid("Refund amount is greater than unrefunded amount on charge.");
  return refundCharge(context, { charge, amount, metadata: metadataAt(params) });
}

type NewRefund = {
  charge: Charge;
  /** At most the amount not yet refunded; the caller checks it. */
  amount: number;
  metadata: Record<string, string>;
};

/** Refunds some or all of a charge. */
export function refundCharge(context: Context, { charge, amount, metadata }: NewRefund): Refund {
  const { payment_intent } = charge;
  const refund = create(context, "refund", {
    amount,
    metadata,
    payment_intent,
    status: "succeeded",
  });
  const amount_refunded = charge.amount_refunded + amount;
  const fields = { amount_refunded, refunded: amount_refunded === charge.amount };
  context.emit("refund.created", refund);
  context.emit("charge.refunded", patch(context.store, "charge", { id: charge.id, fields }));
  return refund;
}

type NewInvoice = {
  customer: string;
  currency: string;
  /** In the currency's smallest unit; `tax` is a part of `total`. */
  total: number;
  tax: number;
  reason: "subscription_create" | "subscription_cycle" | "manual";
  /** Id of the subscription; null for a one-time payment. */
  subscription: string | null;
  /** Whether the customer is new and has no other invoices. */
  isFirst?: boolean;
};

/** Stores an open invoice with the next number of its customer. */
export function addInvoice(context: Context, invoice: NewInvoice): Invoice {
  const { customer, currency, total, tax, reason, subscription, isFirst = false } = invoice;
  const { store, siteUrl } = context;
  const isTheirs = (other: Invoice) => other.customer === customer;
  const earlier = isFirst ? [] : store.list("invoice").filter(isTheirs);
  const id = newId("in");
  return create(context, "invoice", {
    id,
    amount_paid: 0,
    billing_reason: reason,
    currency,
    customer,
    hosted_invoice_url: `${siteUrl}/demo/invoice/${id}`,
    number: `${customer.slice(-8).toUpperCase()}-${String(earlier.length + 1).padStart(4, "0")}`,
    parent: subscription === null ? null : { subscription_details: { subscription } },
    status: "open",
    total,
    total_excluding_tax: total - tax,
  });
}

/** Adds the paid invoice of a one-time payment; `intent` is its payment, if it was not free. */
export function invoicePayment(
  context: Context,
  session: Session,
  intent: string | null,
): Pick<Session, "invoice"> {
  const { amount_total, total_details: details, currency } = session;
  const customer = session.customer ?? newId("cus");
  const isFirst = session.customer_creation !== null;
  const total = amount_total ?? 0;
  const tax = details?.amount_tax ?? 0;
  const bill = { customer, currency: currency ?? "usd", total, tax, subscription: null, isFirst };
  const invoice = addInvoice(context, { ...bill, reason: "manual" });
  if (intent !== null) linkPayment(context, invoice.id, intent);
  markPaid(context, invoice);
  return { invoice: invoice.id };
}

/** Pays an open invoice, or starts a delayed payment for it. */
export function payInvoice(context: Context, invoice: Invoice, isDelayed = false): void {
  const { id, total, currency } = invoice;
  if (total > 0) {
    linkPayment(context, id, addPayment(context, { amount: total, currency, isDelayed }).id);
    if (isDelayed) return;
  }
  markPaid(context, invoice);
}

function linkPayment(context: Context, invoice: string, payment_intent: string): void {
  const payment = { payment_intent, type: "payment_intent" } as const;
  create(context, "invoice_payment", { invoice, payment, status: "open" });
}

/** Marks an invoice and its open payments as paid, and emits `invoice.paid`. */
export function markPaid({ store, now, emit }: Context, { id, total }: Invoice): void {
  for (const payment of store.list("invoice_payment")) {
    if (payment.invoice !== id || payment.status !== "open") continue;
    patch(store, "invoice_payment", { id: payment.id, fields: { status: "paid" } });
  }
  const { status_transitions: transitions } = need(store, "invoice", id);
  const status_transitions = { ...transitions, paid_at: now() };
  const fields = { amount_paid: total, status: "paid", status_transitions } as const;
  emit("invoice.paid", patch(store, "invoice", { id, fields }));
}

/** Returns the first payment intent of an invoice. */
export function intentOfInvoice({ store }: Context, id: string | null): string | undefined {
  const made = store.list("invoice_payment").find(({ invoice }) => invoice === id);
  return made?.payment.payment_intent;
}

// In this API version, only invoice payments link a payment intent to its invoice.
function listInvoicePayments({ params, context }: ApiCall) {
  const intent = textAt(paramsAt(params, "payment"), "payment_intent");
  const made = context.store.list("invoice_payment");
  return listPage(
    params,
    made.filter(({ payment }) => payment.payment_intent === intent),
  );
}

/**
 * Starts the subscription of a session and its first invoice, which includes the one-time lines. A delayed
 * payment leaves the invoice open. Returns the ids for the session.
 */
export function startSubscription(
  context: Context,
  session: Session,
  isDelayed: boolean,
): Partial<Session> {
  const { lines } = need(context.store, "session_plan", session.id);
  const customer = String(session.customer);
  const currency = session.currency ?? "usd";
  const { id } = create(context, "subscription", {
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    currency,
    customer,
    ended_at: null,
    items: { data: lines.filter(({ price }) => price.recurring).map(itemOf(context.now())) },
    status: "active",
  });
  const total = session.amount_total ?? 0;
  const tax = session.total_details?.amount_tax ?? 0;
  const bill = { customer, currency, total, tax, subscription: id };
  const invoice = addInvoice(context, { ...bill, reason: "subscription_create" });
  const fields = { latest_invoice: invoice.id };
  const subscription = patch(context.store, "subscription", { id, fields });
  context.emit("customer.subscription.created", subscription);
  payInvoice(context, invoice, isDelayed);
  return { invoice: invoice.id, subscription: id };
}

const itemOf =
  (start: number) =>
  ({ price }: LineItem) => ({
    current_period_end: periodEnd(start, price.recurring?.interval),
    current_period_start: start,
    price,
  });

/**
 * Returns the end of a billing period (Unix seconds). A month ends on the same day, or on the last day of a
 * shorter month.
 */
export function periodEnd(start: number, interval: string | undefined): number {
  const date = new Date(start * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + (interval === "year" ? 12 : 1));
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return Math.floor(date.getTime() / 1000);
}

/** Marks the payment of an invoice as failed; the subscription becomes past due. */
export function markUnpaid(context: Context, invoice: Invoice, subscriptionId: string): void {
  context.emit("invoice.payment_failed", invoice);
  changeSubscription(context, subscriptionId, { status: "past_due" });
}

/** Cancels a subscription at the end of its period, or resumes it. */
export function cancelAtPeriodEnd(context: Context, id: string, cancel: boolean): Subscription {
  return changeSubscription(context, id, {
    cancel_at: cancel ? endOf(need(context.store, "subscription", id)) : null,
    cancel_at_period_end: cancel,
    canceled_at: cancel ? context.now() : null,
  });
}

/** Returns the end of a subscription's current period (Unix seconds). */
export function endOf({ items }: Subscription): number {
  return Math.max(...items.data.map((item) => item.current_period_end));
}

/** Changes a subscription; emits an event if a field changed. */
export function changeSubscription(
  { store, emit }: Context,
  id: string,
  fields: Partial<Subscription>,
): Subscription {
  const before = need(store, "subscription", id);
  const after = patch(store, "subscription", { id, fields });
  const differs = JSON.stringify(after) !== JSON.stringify(before);
  if (differs) emit("customer.subscription.updated", after);
  return after;
}
