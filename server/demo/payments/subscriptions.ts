import { addPayment } from "./charges.ts";
import { type ApiCall, listPage, noSuch, paramsAt, type Route, textAt } from "./requests.ts";
import { need, newId, patch } from "./store.ts";
import type {
  Context,
  Invoice,
  LineItem,
  Session,
  Subscription,
  SubscriptionItem,
} from "./types.ts";

export const SUBSCRIPTION_ROUTES: Route[] = [
  { method: "GET", path: "/v1/subscriptions/:id", answer: getSubscription },
  { method: "GET", path: "/v1/invoice_payments", answer: listInvoicePayments },
];

function getSubscription({ context, id }: ApiCall): Subscription {
  const subscription = context.store.find("subscription", id);
  if (!subscription) throw noSuch("subscription", id);
  return subscription;
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
  const { store } = context;
  const started = addSubscription(context, need(store, "session_plan", session.id).lines);
  const { id, customer } = started;
  const total = session.amount_total ?? 0;
  const reason = "subscription_create";
  const invoice = addInvoice(context, { subscription: started, total, reason });
  const subscription = patch(store, "subscription", { id, fields: { latest_invoice: invoice.id } });
  context.emit("customer.subscription.created", subscription);
  payInvoice(context, invoice, isDelayed);
  return { customer, invoice: invoice.id, subscription: id };
}

function addSubscription({ store, now }: Context, lines: LineItem[]): Subscription {
  const created = now();
  const recurring = lines.filter(({ price }) => price.recurring);
  const record: Subscription = {
    id: newId("sub"),
    object: "subscription",
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    created,
    currency: recurring[0]?.currency ?? "usd",
    customer: newId("cus"),
    ended_at: null,
    items: { object: "list", data: recurring.map((line) => newItem(line, created)) },
    latest_invoice: null,
    status: "active",
  };
  store.put("subscription", record);
  return record;
}

function newItem({ price }: LineItem, start: number): SubscriptionItem {
  return {
    id: newId("si"),
    object: "subscription_item",
    current_period_end: periodEnd(start, price.recurring?.interval),
    current_period_start: start,
    price,
  };
}

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

// In this API version, only invoice payments link a payment intent to its invoice.
function listInvoicePayments({ params, context }: ApiCall) {
  const intent = textAt(paramsAt(params, "payment"), "payment_intent");
  const made = context.store.list("invoice_payment");
  return listPage(
    params,
    made.filter(({ payment }) => payment.payment_intent === intent),
  );
}

type NewInvoice = {
  subscription: Subscription;
  /** In the currency's smallest unit. */
  total: number;
  reason: "subscription_create" | "subscription_cycle";
};

/** Stores an open invoice of a subscription. */
export function addInvoice({ store, now }: Context, invoice: NewInvoice): Invoice {
  const { subscription, total, reason } = invoice;
  const { customer, currency } = subscription;
  const earlier = store.list("invoice").filter((other) => other.customer === customer);
  const record: Invoice = {
    id: newId("in"),
    object: "invoice",
    amount_paid: 0,
    billing_reason: reason,
    created: now(),
    currency,
    customer,
    number: `${customer.slice(-8).toUpperCase()}-${String(earlier.length + 1).padStart(4, "0")}`,
    parent: { subscription_details: { subscription: subscription.id } },
    status: "open",
    total,
  };
  store.put("invoice", record);
  return record;
}

/** Pays an open invoice, or starts a delayed payment for it. */
export function payInvoice(context: Context, invoice: Invoice, isDelayed = false): void {
  const { id, total, currency } = invoice;
  if (total > 0) {
    const intent = addPayment(context, { amount: total, currency, isDelayed });
    context.store.put("invoice_payment", {
      id: newId("inpay"),
      object: "invoice_payment",
      created: context.now(),
      invoice: id,
      payment: { payment_intent: intent.id, type: "payment_intent" },
      status: "open",
    });
    if (isDelayed) return;
  }
  markPaid(context, invoice);
}

/** Marks an invoice and its open payments as paid, and emits `invoice.paid`. */
export function markPaid({ store, emit }: Context, { id, total }: Invoice): void {
  for (const payment of store.list("invoice_payment")) {
    if (payment.invoice !== id || payment.status !== "open") continue;
    patch(store, "invoice_payment", { id: payment.id, fields: { status: "paid" } });
  }
  const fields = { amount_paid: total, status: "paid" } as const;
  emit("invoice.paid", patch(store, "invoice", { id, fields }));
}

/** Returns the first payment intent of an invoice. */
export function intentOfInvoice(
  store: Context["store"],
  invoice: string | null,
): string | undefined {
  const made = store.list("invoice_payment").find((payment) => payment.invoice === invoice);
  return made?.payment.payment_intent;
}
