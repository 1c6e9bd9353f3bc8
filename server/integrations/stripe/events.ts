import type Stripe from "stripe";
import { z } from "zod";
import { AppError, RefusedEvent, refusals } from "../../errors.ts";
import type { PaymentEvent } from "../../ports/payments.ts";
import { idOf } from "./call.ts";

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

/** Event types that the shop handles; other events are only stored. */
export const EVENT_TYPES: string[] = [
  ...OF_CHECKOUTS,
  ...OF_PAYMENTS,
  ...OF_SUBSCRIPTIONS,
  ...OF_INVOICES,
];

/** Returns the subject of an event; its current state is read from the provider. */
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
    const { subscription_details: details } = event.data.object.parent ?? {};
    return { about: "subscription", objectId: idOf(details?.subscription) };
  }
  return { about: "other", objectId: null };
}

function isOne<Type extends Stripe.Event["type"]>(
  event: Stripe.Event,
  types: readonly Type[],
): event is Extract<Stripe.Event, { type: Type }> {
  return types.some((type) => type === event.type);
}

/** Limit for timestamps in the future, because the SDK checks only the age of a signature. */
const MAX_AHEAD_SECONDS = 300;

const wholeEvent = z.object({
  id: z.string().min(1),
  object: z.literal("event"),
  type: z.string().min(1),
  data: z.object({ object: z.looseObject({}) }),
});

type SignedWebhook = {
  rawBody: string;
  signature: string;
  /** The signature must match any of them, which allows rotating secrets. */
  secrets: readonly string[];
};

/** The event of a signed webhook. Throws AppError `unavailable` without a secret, else `malformed`. */
export async function readSignedEvent(
  stripe: Stripe,
  { rawBody, signature, secrets }: SignedWebhook,
): Promise<PaymentEvent> {
  if (secrets.length === 0)
    throw new AppError("unavailable", refusals.webhookDisabled, { reason: "webhook_disabled" });
  const aheadSeconds = secondsAhead(signature);
  const badSignature = (fault: string) => {
    const cause = new RefusedEvent(fault, Math.abs(aheadSeconds) > MAX_AHEAD_SECONDS);
    return new AppError("malformed", refusals.badSignature, { reason: "bad_signature", cause });
  };
  if (aheadSeconds > MAX_AHEAD_SECONDS) {
    throw badSignature("The signature's time is in the future.");
  }
  const verify = (secret: string) =>
    stripe.webhooks.constructEventAsync(rawBody, signature, secret);
  const event = await Promise.any(secrets.map(verify)).catch((cause: AggregateError) => {
    throw badSignature(String(cause.errors[0]?.message));
  });
  // The SDK verifies the signature but not the content.
  const checked = wholeEvent.safeParse(event);
  if (!checked.success) throw incomplete(checked.error);
  const subject = toPaymentEvent(event);
  const { about, objectId } = subject;
  // A charge may have no payment intent, and an invoice no subscription.
  const hasNone = objectId === null && about !== "checkout";
  if (!hasNone && typeof objectId !== "string")
    throw incomplete(new Error(`no id of its ${about}`));
  return { ...subject, payload: rawBody };
}

/** Seconds by which the last timestamp of the signature is ahead of the local clock, or NaN. */
function secondsAhead(signature: string): number {
  const times = signature.split(",").filter((part) => part.startsWith("t="));
  return Number.parseInt(times.at(-1)?.slice("t=".length) ?? "", 10) - Date.now() / 1000;
}

function incomplete(cause: unknown): AppError {
  return new AppError("malformed", refusals.noEvent, { reason: "no_event", cause });
}
