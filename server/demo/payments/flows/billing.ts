import { addInvoice, addInvoicePayment, type BilledLine } from "../objects/invoice.ts";
import { addPayment, type Payer } from "../objects/payment.ts";
import { periodEnd } from "../objects/period.ts";
import { addSubscription } from "../objects/subscription.ts";
import { need, patch } from "../store.ts";
import type { Context, Invoice, LineItem, Session, Subscription } from "../types.ts";

const RETRY_SECONDS = 3 * 86_400;
const RENEWAL_CARD = "4242424242424242";

/**
 * Starts the subscription of a session with its first invoice, which also carries the one-time
 * lines. A delayed payment leaves the invoice open. Returns the ids the session shows.
 */
export function startSubscription(
  context: Context,
  session: Session,
  payment: { payer: Payer; card: string; delayed: boolean; customer: string },
): Partial<Session> {
  const plan = need(context.store, "session_plan", session.id);
  const started = addSubscription(context, {
    customer: payment.customer,
    lines: plan.lines.filter((line) => line.price.recurring),
    description: plan.subscriptionDescription,
    metadata: plan.subscriptionMetadata,
  });
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
  payInvoice(context, invoice, {
    payer: payment.payer,
    card: payment.card,
    state: payment.delayed ? "pending" : "succeeded",
  });
  return { customer: payment.customer, invoice: invoice.id, subscription: subscription.id };
}

/** Pays an open invoice, or puts a delayed payment for it on its way. */
export function payInvoice(
  context: Context,
  invoice: Invoice,
  payment: { payer: Payer; card: string; state: "succeeded" | "pending" },
): void {
  if (invoice.total > 0) {
    const { charge, intent } = addPayment(context, {
      amount: invoice.total,
      currency: invoice.currency,
      customer: invoice.customer,
      description:
        invoice.billing_reason === "subscription_create"
          ? "Subscription creation"
          : "Subscription update",
      metadata: {},
      payer: payment.payer,
      cardNumber: payment.card,
      state: payment.state,
    });
    addInvoicePayment(context, { invoice, intentId: intent.id });
    if (payment.state === "pending") return;
    context.emit("charge.succeeded", charge);
    context.emit("payment_intent.succeeded", intent);
  }
  markPaid(context, invoice);
}

/** Marks an invoice and its payment as paid and tells so. */
export function markPaid(context: Context, invoice: Invoice): void {
  const now = context.now();
  for (const payment of context.store.list("invoice_payment")) {
    if (payment.invoice !== invoice.id || payment.status !== "open") continue;
    patch(context.store, "invoice_payment", {
      id: payment.id,
      fields: {
        amount_paid: payment.amount_requested,
        status: "paid",
        status_transitions: { canceled_at: null, paid_at: now },
      },
    });
  }
  const paid = patch(context.store, "invoice", {
    id: invoice.id,
    fields: {
      amount_paid: invoice.total,
      amount_remaining: 0,
      attempt_count: invoice.attempt_count + 1,
      attempted: true,
      next_payment_attempt: null,
      status: "paid",
      status_transitions: { ...invoice.status_transitions, paid_at: now },
    },
  });
  context.emit("invoice.paid", paid);
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

/**
 * Lets a billing period end. A subscription set to cancel ends; one that is past due tries its
 * open invoice again; any other gets the next invoice, paid or failed as `ok` says.
 */
export function renewSubscription(context: Context, subscriptionId: string, ok: boolean): void {
  const subscription = need(context.store, "subscription", subscriptionId);
  if (subscription.status === "canceled") throw new Error(`${subscriptionId} is canceled`);
  if (subscription.cancel_at_period_end) {
    endSubscription(context, subscriptionId);
    return;
  }
  const latest = invoiceOf(context, subscription);
  const retried = latest?.status === "open";
  const invoice = retried ? latest : startPeriod(context, subscription);
  if (!ok) {
    markUnpaid(context, invoice, subscriptionId);
    return;
  }
  const payer = { email: invoice.customer_email ?? "", name: invoice.customer_name };
  payInvoice(context, invoice, { payer, card: RENEWAL_CARD, state: "succeeded" });
  changeSubscription(context, subscriptionId, { status: "active" });
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

/** Ends a subscription at once. */
export function endSubscription(context: Context, id: string): Subscription {
  const now = context.now();
  const before = need(context.store, "subscription", id);
  const ended = patch(context.store, "subscription", {
    id,
    fields: {
      cancellation_details: {
        comment: null,
        feedback: null,
        feedback_option: null,
        reason: "cancellation_requested",
      },
      canceled_at: before.canceled_at ?? now,
      ended_at: now,
      status: "canceled",
    },
  });
  context.emit("customer.subscription.deleted", ended);
  return ended;
}

function startPeriod(context: Context, subscription: Subscription): Invoice {
  const items = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: item.current_period_end,
    current_period_end: periodEnd(item.current_period_end, item.price.recurring),
  }));
  const invoice = addInvoice(context, {
    subscription,
    lines: items.map((item) => ({
      price: item.price,
      quantity: item.quantity ?? 1,
      description: need(context.store, "product", item.price.product).name,
      item: item.id,
      period: { start: item.current_period_start, end: item.current_period_end },
    })),
    reason: "subscription_cycle",
  });
  changeSubscription(context, subscription.id, {
    items: { ...subscription.items, data: items },
    latest_invoice: invoice.id,
  });
  return invoice;
}

function firstLine(line: LineItem, subscription: Subscription): BilledLine {
  const item = subscription.items.data.find((candidate) => candidate.price.id === line.price.id);
  return {
    price: line.price,
    quantity: line.quantity ?? 1,
    description: line.description ?? "",
    item: item?.id ?? null,
    period: item
      ? { start: item.current_period_start, end: item.current_period_end }
      : { start: subscription.created, end: subscription.created },
  };
}

function invoiceOf(context: Context, subscription: Subscription): Invoice | undefined {
  return subscription.latest_invoice === null
    ? undefined
    : need(context.store, "invoice", subscription.latest_invoice);
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
