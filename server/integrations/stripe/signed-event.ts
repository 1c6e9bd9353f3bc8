import type Stripe from "stripe";
import { z } from "zod";
import { refusals } from "../../contract/refusals.ts";
import type { PaymentEvent } from "../../ports/payments.ts";
import { AppError, RefusedEvent } from "../../errors.ts";
import { toPaymentEvent } from "./events.ts";

/** As far ahead as the SDK lets a signature lie behind (decision: webhook-time). */
const MAX_AHEAD_SECONDS = 300;

const wholeEvent = z.object({
  id: z.string().min(1),
  object: z.literal("event"),
  type: z.string().min(1),
  data: z.object({ object: z.looseObject({}) }),
});

type Signed = {
  rawBody: string;
  /** The header that came with it. */
  signature: string;
  /** Any of them may have signed. */
  secrets: readonly string[];
};

/**
 * What a webhook's body tells about. Throws AppError `unavailable` without a secret, and `malformed`
 * when none of them signed it now, or when what they signed is no whole event.
 */
export async function readSignedEvent(
  stripe: Stripe,
  { rawBody, signature, secrets }: Signed,
): Promise<PaymentEvent> {
  if (secrets.length === 0)
    throw new AppError("unavailable", refusals.webhookDisabled, { reason: "webhook_disabled" });
  const badSignature = (fault: string) => {
    const aheadSeconds = secondsAhead(signature);
    const isOutOfTime = Math.abs(aheadSeconds) > MAX_AHEAD_SECONDS;
    const cause = new RefusedEvent(fault, isOutOfTime);
    return new AppError("malformed", refusals.badSignature, { reason: "bad_signature", cause });
  };
  // The SDK refuses old signatures alone.
  if (secondsAhead(signature) > MAX_AHEAD_SECONDS) {
    throw badSignature("The signature's time is yet to come.");
  }
  const verify = (secret: string) =>
    stripe.webhooks.constructEventAsync(rawBody, signature, secret);
  const event = await Promise.any(secrets.map(verify)).catch((cause: AggregateError) => {
    throw badSignature(String(cause.errors[0]?.message));
  });
  const checked = wholeEvent.safeParse(event);
  if (!checked.success) throw notWhole(checked.error);
  return { ...getSubject(event), payload: rawBody };
}

/** Its content was written elsewhere: the types say what the id should be, not what it is. */
function getSubject(event: Stripe.Event): PaymentEvent {
  const subject = toPaymentEvent(event);
  const { about, objectId } = subject;
  // A charge may belong to no payment intent, and an invoice to no subscription.
  const hasNone = objectId === null && about !== "checkout";
  if (!hasNone && typeof objectId !== "string") throw notWhole(new Error(`no id of its ${about}`));
  return subject;
}

/** How far its time lies ahead of ours; NaN without one. Of a time that is named twice the SDK reads the last. */
function secondsAhead(signature: string): number {
  const times = signature.split(",").filter((part) => part.startsWith("t="));
  return Number.parseInt(times.at(-1)?.slice("t=".length) ?? "", 10) - Date.now() / 1000;
}

function notWhole(cause: unknown): AppError {
  return new AppError("malformed", refusals.noEvent, { reason: "no_event", cause });
}
