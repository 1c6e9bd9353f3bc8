import { addInvoice, payInvoice } from "../../../server/demo/payments/invoices.ts";
import { newId, need, patch } from "../../../server/demo/payments/store.ts";
import {
  changeSubscription,
  markUnpaid,
  periodEnd,
} from "../../../server/demo/payments/subscriptions.ts";
import type {
  Charge,
  Context,
  Dispute,
  Invoice,
  Subscription,
} from "../../../server/demo/payments/types.ts";

const DAYS_TO_ANSWER = 20;

/** Opens a dispute of a whole charge by the buyer's bank; it awaits the seller's evidence. */
export function openDispute(
  { store, now, emit }: Context,
  charge: Charge,
  reason: string,
): Dispute {
  const { amount, currency, payment_intent } = charge;
  const dueBy = now() + DAYS_TO_ANSWER * 86_400;
  const record: Dispute = {
    id: newId("dp"),
    object: "dispute",
    amount,
    charge: charge.id,
    created: now(),
    currency,
    evidence_details: { due_by: dueBy } as Dispute["evidence_details"],
    payment_intent,
    reason,
    status: "needs_response",
  };
  store.put("dispute", record);
  patch(store, "charge", { id: charge.id, fields: { disputed: true } });
  emit("charge.dispute.created", record);
  return record;
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
  const total = items.reduce((sum, { price }) => sum + (price.unit_amount ?? 0), 0);
  const { id, customer, currency } = subscription;
  const reason = "subscription_cycle";
  const invoice = addInvoice(context, { customer, currency, total, reason, subscription: id });
  changeSubscription(context, subscription.id, {
    items: { ...subscription.items, data: items },
    latest_invoice: invoice.id,
  });
  return invoice;
}
