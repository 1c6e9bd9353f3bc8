import { addInvoice, payInvoice } from "./invoices.ts";
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
  const { id, customer, currency } = started;
  const total = session.amount_total ?? 0;
  const reason = "subscription_create";
  const invoice = addInvoice(context, { customer, currency, total, reason, subscription: id });
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
