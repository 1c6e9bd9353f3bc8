import Stripe from "stripe";
import { AppError, CallRefused, KeyRefused } from "../../errors.ts";

/**
 * Makes one call of the provider. Whatever goes wrong becomes AppError `payment_provider` with
 * `publicMessage`; the provider's own words are its cause, for the log alone.
 */
export async function providerCall<Answer>(
  publicMessage: string,
  call: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call();
  } catch (cause) {
    throw providerFailed(publicMessage, cause);
  }
}

/** Like `providerCall`, but undefined when the provider knows nothing of that id. */
export async function findCall<Answer>(
  publicMessage: string,
  call: () => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeError && cause.code === "resource_missing") return;
    throw providerFailed(publicMessage, cause);
  }
}

export function providerFailed(publicMessage: string, cause: unknown): AppError {
  const known = keyRefusedOf(cause) ?? callRefusedOf(cause);
  return new AppError("payment_provider", publicMessage, { cause: known ?? cause });
}

function keyRefusedOf(cause: unknown): KeyRefused | undefined {
  if (!(cause instanceof Stripe.errors.StripeAuthenticationError)) return undefined;
  return new KeyRefused(cause.message, { cause });
}

function callRefusedOf(cause: unknown): CallRefused | undefined {
  if (!(cause instanceof Stripe.errors.StripeInvalidRequestError)) return undefined;
  return new CallRefused(cause, cause.param ?? null);
}

/** The id of a reference, expanded or not. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === "object" ? (reference?.id ?? null) : (reference ?? null);
}
