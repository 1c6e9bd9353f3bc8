import { sessionAmounts, withTax } from "./amounts.ts";
import { addInvoice, changeSubscription, markUnpaid, payInvoice, periodEnd } from "./billing.ts";
import {
  type Charge,
  type Context,
  create,
  type Dispute,
  type Invoice,
  need,
  patch,
  type Subscription,
} from "./objects.ts";

const DAYS_TO_ANSWER = 20;

/** Opens a dispute of a whole charge by the buyer's bank; it awaits the seller's evidence. */
export function openDispute(context: Context, charge: Charge, reason: string): Dispute {
  const { id, amount, currency, payment_intent } = charge;
  const due_by = context.now() + DAYS_TO_ANSWER * 86_400;
  const dispute = create(context, "dispute", {
    amount,
    charge: id,
    currency,
    evidence_details: { due_by },
    payment_intent,
    reason,
    status: "needs_response",
  });
  patch(context.store, "charge", { id, fields: { disputed: true } });
  context.emit("charge.dispute.created", dispute);
  return dispute;
}

/** Closes a dispute; the money of a lost one is not returned. */
export function closeDispute({ store, emit }: Context, id: string, result: "won" | "lost") {
  const closed = patch(store, "dispute", { id, fields: { status: result } });
  emit("charge.dispute.closed", closed);
  return closed;
}

/**
 * Ends a billing period. A subscription set to cancel ends; a past-due one retries its open
 * invoice; any other gets its next invoice. `ok` sets whether the payment succeeds.
 */
export function renewSubscription(context: Context, id: string, ok: boolean): Subscription {
  const { store } = context;
  const subscription = need(store, "subscription", id);
  if (subscription.status === "canceled") throw new Error(`${id} is canceled`);
  if (subscription.cancel_at_period_end) return endSubscription(context, id);
  const latest = store.find("invoice", subscription.latest_invoice ?? "");
  const invoice = latest?.status === "open" ? latest : startPeriod(context, subscription);
  if (ok) {
    payInvoice(context, invoice);
    changeSubscription(context, id, { status: "active" });
  } else {
    markUnpaid(context, invoice, id);
  }
  return need(store, "subscription", id);
}

export function endSubscription({ store, now, emit }: Context, id: string): Subscription {
  const ended = patch(store, "subscription", {
    id,
    fields: {
      canceled_at: need(store, "subscription", id).canceled_at ?? now(),
      ended_at: now(),
      status: "canceled",
    },
  });
  emit("customer.subscription.deleted", ended);
  return ended;
}

function startPeriod(context: Context, subscription: Subscription): Invoice {
  const items = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: item.current_period_end,
    current_period_end: periodEnd(item.current_period_end, item.price.recurring?.interval),
  }));
  const { id, customer, currency } = subscription;
  const bill = { customer, currency, ...amountsOfPeriod(context, id), subscription: id };
  const invoice = addInvoice(context, { ...bill, reason: "subscription_cycle" });
  changeSubscription(context, subscription.id, {
    items: { ...subscription.items, data: items },
    latest_invoice: invoice.id,
  });
  return invoice;
}

/** Returns the amounts of a later period: without the discount, and taxed as the first one. */
function amountsOfPeriod({ store }: Context, subscription: string) {
  const session = store.list("checkout.session").find((each) => each.subscription === subscription);
  if (!session) throw new Error(`${subscription} has no session`);
  const lines = need(store, "session_plan", session.id)
    .lines.filter(({ price }) => price.recurring)
    .map((line) => ({ ...line, amount_discount: 0, amount_total: line.amount_subtotal }));
  const { address, tax_ids: taxIds } = session.customer_details ?? {};
  const buyer = { country: address?.country ?? null, taxId: taxIds?.[0]?.value ?? null };
  const taxed = session.automatic_tax.enabled ? withTax(lines, buyer) : lines;
  const { amount_total: total, total_details: details } = sessionAmounts(taxed);
  return { total, tax: details.amount_tax };
}
