import type Stripe from "stripe";
import type { PaymentEvent } from "../../deps.ts";
import { idOf } from "./call.ts";

/** What an event tells about, and nothing more (decision: ask-the-provider). */
export function toPaymentEvent(event: Stripe.Event): PaymentEvent {
  return {
    id: event.id,
    type: event.type,
    payload: JSON.stringify(event),
    ...subjectOf(event),
  };
}

type Subject = Pick<PaymentEvent, "about" | "objectId">;

function subjectOf(event: Stripe.Event): Subject {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.expired":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
      return { about: "checkout", objectId: event.data.object.id };
    case "charge.refunded":
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
      return { about: "payment", objectId: idOf(event.data.object.payment_intent) };
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
      return { about: "subscription", objectId: event.data.object.id };
    case "invoice.paid":
    case "invoice.payment_failed":
      return { about: "subscription", objectId: subscriptionOf(event.data.object) };
    default:
      return { about: "other", objectId: null };
  }
}

function subscriptionOf(invoice: Stripe.Invoice): string | null {
  return idOf(invoice.parent?.subscription_details?.subscription);
}

/** The events that the shop acts on; all others only fill the inbox. */
export const EVENT_TYPES = [
  "checkout.session.completed",
  "checkout.session.expired",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "invoice.paid",
  "invoice.payment_failed",
];
