import { z } from "zod";
import blanks from "./blanks.json";
import type { Payer } from "./charges.ts";
import { addInvoice, payInvoice } from "./invoices.ts";
import { type Call, noSuch, route } from "./requests.ts";
import { need, newId, newObject, patch } from "./store.ts";
import type {
  Context,
  Invoice,
  LineItem,
  Session,
  SessionPlan,
  Subscription,
  SubscriptionItem,
} from "./types.ts";

export const SUBSCRIPTION_ROUTES = [
  route("GET", "/v1/subscriptions/:id", { schema: z.strictObject({}), answer: getSubscription }),
];

function getSubscription({ context, id }: Call<object>): Subscription {
  const subscription = context.store.find("subscription", id);
  if (!subscription) throw noSuch("subscription", { id, param: "id" });
  return subscription;
}

/**
 * Starts the subscription of a session with its first invoice, which also charges the one-time
 * lines. A delayed payment leaves the invoice open. Returns the ids the session shows.
 */
export function startSubscription(
  context: Context,
  session: Session,
  payment: { payer: Payer; card: string; delayed: boolean },
): Partial<Session> {
  const { store } = context;
  const customer = newId("customer");
  store.put("customer", { id: customer, ...payment.payer });
  const started = addSubscription(context, {
    customer,
    plan: need(store, "session_plan", session.id),
  });
  const total = session.amount_total ?? 0;
  const reason = "subscription_create";
  const invoice = addInvoice(context, { subscription: started, total, reason });
  const subscription = patch(store, "subscription", {
    id: started.id,
    fields: { latest_invoice: invoice.id },
  });
  context.emit("customer.subscription.created", subscription);
  payInvoice(context, invoice, payment);
  return { customer, invoice: invoice.id, subscription: subscription.id };
}

function addSubscription(
  { store, now }: Context,
  { customer, plan }: { customer: string; plan: SessionPlan },
): Subscription {
  const id = newId("subscription");
  const created = now();
  const lines = plan.lines.filter(({ price }) => price.recurring);
  const record = newObject("subscription", {
    id,
    billing_cycle_anchor: created,
    created,
    currency: lines[0]?.currency ?? "usd",
    customer,
    items: {
      object: "list",
      data: lines.map((line) => newItem(line, { subscription: id, start: created })),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    metadata: plan.metadata,
    start_date: created,
  });
  store.put("subscription", record);
  return record;
}

function newItem(
  { price }: LineItem,
  { subscription, start }: { subscription: string; start: number },
): SubscriptionItem {
  const { id, created, currency, product, unit_amount, unit_amount_decimal } = price;
  const interval = price.recurring?.interval ?? "month";
  return newObject("subscription_item", {
    id: newId("subscription_item"),
    created: start,
    current_period_end: periodEnd(start, interval),
    current_period_start: start,
    plan: newObject("plan", {
      id,
      amount: unit_amount,
      amount_decimal: unit_amount_decimal,
      created,
      currency,
      interval,
      product,
    }),
    price,
    subscription,
  });
}

/**
 * When a billing period that starts at `start` (Unix seconds) ends. A month later is the same
 * day, or the last day of a shorter month.
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

/** Tells that an invoice could not be paid; its subscription is past due until it is. */
export function markUnpaid(context: Context, invoice: Invoice, subscriptionId: string): void {
  context.emit("invoice.payment_failed", invoice);
  changeSubscription(context, subscriptionId, { status: "past_due" });
}

/** Makes a subscription end with its period, or go on after all. */
export function cancelAtPeriodEnd(context: Context, id: string, cancel: boolean): Subscription {
  const { cancellation_details } = blanks.subscription;
  return changeSubscription(context, id, {
    cancel_at: cancel ? endOf(need(context.store, "subscription", id)) : null,
    cancel_at_period_end: cancel,
    canceled_at: cancel ? context.now() : null,
    cancellation_details: {
      ...cancellation_details,
      reason: cancel ? "cancellation_requested" : null,
    },
  });
}

/** When the current period of a subscription ends (Unix seconds). */
export function endOf({ items }: Subscription): number {
  return Math.max(...items.data.map((item) => item.current_period_end));
}

/** Changes a subscription and tells so; nothing is sent when nothing differs. */
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
