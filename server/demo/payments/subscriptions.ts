import { missing, noSuch } from "./api-error.ts";
import blanks from "./blanks.json";
import type { Payer } from "./charges.ts";
import { newId, randomText } from "./ids.ts";
import { addInvoice, payInvoice } from "./invoices.ts";
import { need, patch } from "./store.ts";
import type {
  ApiCall,
  Context,
  Customer,
  Invoice,
  LineItem,
  PortalSession,
  Price,
  Route,
  Session,
  SessionPlan,
  Subscription,
  SubscriptionItem,
} from "./types.ts";

const RETRY_SECONDS = 3 * 86_400;

export const SUBSCRIPTION_ROUTES: Route[] = [
  { method: "GET", path: "/v1/subscriptions/:id", handler: retrieveSubscription },
  { method: "POST", path: "/v1/billing_portal/sessions", handler: createPortalSession },
];

/**
 * Starts the subscription of a session with its first invoice, which also carries the one-time
 * lines. A delayed payment leaves the invoice open. Returns the ids the session shows.
 */
export function startSubscription(
  context: Context,
  session: Session,
  payment: { payer: Payer; card: string; delayed: boolean },
): Partial<Session> {
  const plan = need(context.store, "session_plan", session.id);
  const customer = addCustomer(context, payment.payer).id;
  const started = addSubscription(context, { ...plan, customer });
  const invoice = addInvoice(context, {
    subscription: started,
    lines: plan.lines.map((line) => firstLine(line, started)),
    reason: "subscription_create",
  });
  const subscription = patch(context.store, "subscription", {
    id: started.id,
    fields: { latest_invoice: invoice.id },
  });
  context.emit("customer.subscription.created", subscription);
  payInvoice(context, invoice, payment);
  return { customer, invoice: invoice.id, subscription: subscription.id };
}

/** Records that an invoice could not be paid; its subscription is past due until it is. */
export function markUnpaid(context: Context, invoice: Invoice, subscriptionId: string): void {
  const failed = patch(context.store, "invoice", {
    id: invoice.id,
    fields: {
      attempt_count: invoice.attempt_count + 1,
      attempted: true,
      next_payment_attempt: context.now() + RETRY_SECONDS,
    },
  });
  context.emit("invoice.payment_failed", failed);
  changeSubscription(context, subscriptionId, { status: "past_due" });
}

/** Makes a subscription end with its period, or go on after all. */
export function cancelAtPeriodEnd(context: Context, id: string, cancel: boolean): Subscription {
  const { items } = need(context.store, "subscription", id);
  const end = Math.max(...items.data.map((item) => item.current_period_end));
  return changeSubscription(context, id, {
    cancel_at: cancel ? end : null,
    cancel_at_period_end: cancel,
    canceled_at: cancel ? context.now() : null,
    cancellation_details: {
      ...blanks.cancellation_details,
      reason: cancel ? "cancellation_requested" : null,
    },
  });
}

/** Changes a subscription and tells so; nothing is sent when nothing differs. */
export function changeSubscription(
  context: Context,
  id: string,
  fields: Partial<Subscription>,
): Subscription {
  const before = need(context.store, "subscription", id);
  const previous = changedFields(before, fields);
  const after = patch(context.store, "subscription", { id, fields });
  if (Object.keys(previous).length > 0) {
    context.emit("customer.subscription.updated", after, previous);
  }
  return after;
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

function addCustomer(context: Context, { email, name }: Payer): Customer {
  const invoice_prefix = randomText(8).toUpperCase();
  const record = { id: newId("customer"), email, name, invoice_prefix, next_invoice_sequence: 1 };
  context.store.put("customer", record);
  return record;
}

function addSubscription(context: Context, plan: SessionPlan & { customer: string }): Subscription {
  const id = newId("subscription");
  const created = context.now();
  const lines = plan.lines.filter((line) => line.price.recurring);
  const record = {
    ...blanks.subscription,
    id,
    object: "subscription",
    billing_cycle_anchor: created,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    cancellation_details: { ...blanks.cancellation_details, reason: null },
    collection_method: "charge_automatically",
    created,
    currency: lines[0]?.currency ?? "usd",
    customer: plan.customer,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: {
      object: "list",
      data: lines.map((line) => newItem(line, { subscription: id, start: created })),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    metadata: plan.subscriptionMetadata,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "off",
    },
    start_date: created,
    status: "active",
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" },
    },
  } satisfies Subscription;
  context.store.put("subscription", record);
  return record;
}

function newItem(line: LineItem, at: { subscription: string; start: number }): SubscriptionItem {
  return {
    ...blanks.subscription_item,
    id: newId("subscriptionItem"),
    object: "subscription_item",
    created: at.start,
    current_period_end: periodEnd(at.start, line.price.recurring?.interval),
    current_period_start: at.start,
    plan: planOf(line.price),
    price: line.price,
    quantity: 1,
    subscription: at.subscription,
  };
}

function planOf(price: Price): SubscriptionItem["plan"] {
  return {
    ...blanks.plan,
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: "per_unit",
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? "month",
    interval_count: 1,
    metadata: price.metadata,
    product: price.product,
    usage_type: "licensed",
  };
}

function firstLine({ price, description }: LineItem, subscription: Subscription) {
  const item = subscription.items.data.find((candidate) => candidate.price.id === price.id);
  return {
    price,
    description: description ?? "",
    item: item?.id ?? null,
    period: {
      start: item?.current_period_start ?? subscription.created,
      end: item?.current_period_end ?? subscription.created,
    },
  };
}

function changedFields(before: Subscription, fields: Partial<Subscription>): Partial<Subscription> {
  const old: [string, unknown][] = Object.entries(before);
  const wanted = new Map<string, unknown>(Object.entries(fields));
  return Object.fromEntries(
    old.filter(
      ([name, value]) =>
        wanted.has(name) && JSON.stringify(wanted.get(name)) !== JSON.stringify(value),
    ),
  );
}

function retrieveSubscription({ reader, context, id }: ApiCall): Subscription {
  reader.only();
  const subscription = context.store.find("subscription", id);
  if (!subscription) throw noSuch("subscription", { id, param: "id" });
  return subscription;
}

function createPortalSession({ reader, context }: ApiCall): PortalSession {
  reader.only("customer", "return_url");
  const customer = reader.string("customer");
  if (customer === undefined) throw missing("customer");
  if (!context.store.find("customer", customer)) {
    throw noSuch("customer", { id: customer, param: "customer", status: 400 });
  }
  const id = newId("portalSession");
  const session = {
    ...blanks["billing_portal.session"],
    id,
    object: "billing_portal.session",
    configuration: "bpc_demo",
    created: context.now(),
    customer,
    return_url: reader.url("return_url") ?? null,
    url: `${context.siteUrl}/demo/portal/${id}`,
  } satisfies PortalSession;
  context.store.put("billing_portal.session", session);
  return session;
}
