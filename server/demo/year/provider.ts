import type Stripe from "stripe";
import { toDispute, toReversals } from "../../integrations/stripe/refunds.ts";
import { sessionParams } from "../../integrations/stripe/session-params.ts";
import {
  SESSION_EXPAND,
  SUBSCRIPTION_EXPAND,
  toCheckout,
  toSubscription,
} from "../../integrations/stripe/session.ts";
import type { Checkout, NewCheckout, Reversals, Subscription } from "../../ports/payments.ts";
import { type Context, create, need, type Event, type Session } from "../payments/objects.ts";
import { type Params, toJson } from "../payments/requests.ts";
import { createSession } from "../payments/sessions.ts";
import { memoryStore } from "../payments/store.ts";

type PastOptions = { siteUrl: string; webhookUrl: string; now: () => number };

/** A payment provider that is called directly; `now` is in milliseconds. It collects its events. */
export function pastProvider({ siteUrl, webhookUrl, now }: PastOptions) {
  const store = memoryStore();
  const seconds = () => Math.floor(now() / 1000);
  const events: Event[] = [];
  const context: Context = {
    store,
    siteUrl,
    webhookUrl,
    now: seconds,
    settlementSeconds: 0,
    emit(type, object) {
      const fields = { type, data: { object }, livemode: false, pending_webhooks: 0 };
      events.push(create({ store: memoryStore(), now: seconds }, "event", fields));
    },
  };
  return {
    context,
    /** Takes the events since the last call. */
    takeEvents: () => events.splice(0) as unknown as Stripe.Event[],
    /** Keeps an event in the provider's list. */
    keepEvent: (event: Stripe.Event) => store.put("event", event as unknown as Event),
    /** The calls of `Payments` that the shop's past needs. */
    createCheckout: (checkout: NewCheckout): Session =>
      createSession({ context, params: toParams(sessionParams(checkout)) }),
    findCheckout(id: string): Checkout {
      const session = need(store, "checkout.session", id);
      return toCheckout(JSON.parse(toJson(store, session, SESSION_EXPAND)));
    },
    findSubscription(id: string): Subscription {
      const subscription = need(store, "subscription", id);
      return toSubscription(JSON.parse(toJson(store, subscription, SUBSCRIPTION_EXPAND)));
    },
    findReversals(paymentIntentId: string): Reversals {
      const isOf = (record: { payment_intent: unknown }) =>
        record.payment_intent === paymentIntentId;
      const refunds = store.list("refund").filter(isOf) as unknown as Stripe.Refund[];
      const disputes = store.list("dispute").filter(isOf) as unknown as Stripe.Dispute[];
      return { ...toReversals(refunds), disputes: disputes.map(toDispute) };
    },
  };
}

export type PastProvider = ReturnType<typeof pastProvider>;

/** Converts the SDK's parameters to those of a decoded form. */
export function toParams(values: object): Params {
  const params: Params = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    params[name] = typeof value === "object" && value ? toParams(value) : String(value);
  }
  return params;
}
