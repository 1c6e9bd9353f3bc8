import { addInvoice, payInvoice } from "../../../server/demo/payments/invoices.ts";
import { need, patch } from "../../../server/demo/payments/store.ts";
import {
  changeSubscription,
  markUnpaid,
  periodEnd,
} from "../../../server/demo/payments/subscriptions.ts";
import type { Context, Invoice, Subscription } from "../../../server/demo/payments/types.ts";

/**
 * Lets a billing period end. A subscription set to cancel ends; one that is past due tries its
 * open invoice again; any other gets the next invoice, paid or failed as `ok` says.
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

/** Ends a subscription at once. */
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
  const invoice = addInvoice(context, { subscription, total, reason: "subscription_cycle" });
  changeSubscription(context, subscription.id, {
    items: { ...subscription.items, data: items },
    latest_invoice: invoice.id,
  });
  return invoice;
}
