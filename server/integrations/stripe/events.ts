import type Stripe from "stripe";
import type { PaymentEvent } from "../../ports/payments.ts";
import { idOf } from "./call.ts";

// The events that the shop acts on, by subject.
const OF_CHECKOUTS = [
  "checkout.session.completed",
  "checkout.session.expired",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
] as const;
const OF_PAYMENTS = [
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
] as const;
const OF_SUBSCRIPTIONS = [
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
] as const;
const OF_INVOICES = ["invoice.paid", "invoice.payment_failed"] as const;

/** The events that the shop acts on; others are only stored. */
export const EVENT_TYPES: string[] = [
  ...OF_CHECKOUTS,
  ...OF_PAYMENTS,
  ...OF_SUBSCRIPTIONS,
  ...OF_INVOICES,
];

/** The subject of an event; its state is read from the provider. */
export function toPaymentEvent(event: Stripe.Event): PaymentEvent {
  return {
    id: event.id,
    type: event.type,
    createdAt: new Date(event.created * 1000),
    payload: JSON.stringify(event),
    ...subjectOf(event),
  };
}

function subjectOf(event: Stripe.Event): Pick<PaymentEvent, "about" | "objectId"> {
  if (isOne(event, OF_CHECKOUTS)) return { about: "checkout", objectId: event.data.object.id };
  if (isOne(event, OF_PAYMENTS)) {
    return { about: "payment", objectId: idOf(event.data.object.payment_intent) };
  }
  if (isOne(event, OF_SUBSCRIPTIONS)) {
    return { about: "subscription", objectId: event.data.object.id };
  }
  if (isOne(event, OF_INVOICES)) {
    return { about: "subscription", objectId: subscriptionOf(event.data.object) };
  }
  return { about: "other", objectId: null };
}

function isOne<Type extends Stripe.Event["type"]>(
  event: Stripe.Event,
  types: readonly Type[],
): event is Extract<Stripe.Event, { type: Type }> {
  return types.some((type) => type === event.type);
}

function subscriptionOf(invoice: Stripe.Invoice): string | null {
  return idOf(invoice.parent?.subscription_details?.subscription);
}
