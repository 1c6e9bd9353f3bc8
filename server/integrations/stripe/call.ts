import Stripe from "stripe";
import { messages } from "../../contract/messages.ts";
import { AppError, CallRefused, KeyRefused } from "../../errors.ts";

/** The longest page that the provider lists. */
export const PAGE_SIZE = 100;

/** Calls the provider. Throws AppError `payment_provider` with the classified error as cause. */
export async function providerCall<Result>(
  call: () => Promise<Result>,
  publicMessage: string = messages.network,
): Promise<Result> {
  try {
    return await call();
  } catch (cause) {
    throw providerFailed(cause, publicMessage);
  }
}

/** Like `providerCall`, but returns undefined when the provider does not know the id. */
export async function findCall<Result>(
  call: () => Promise<Result>,
  toError: (cause: unknown) => AppError = providerFailed,
): Promise<Result | undefined> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeError && cause.code === "resource_missing") return;
    throw toError(cause);
  }
}

export function providerFailed(cause: unknown, publicMessage: string = messages.network): AppError {
  return new AppError("payment_provider", publicMessage, { cause: classify(cause) });
}

function classify(cause: unknown): unknown {
  if (cause instanceof Stripe.errors.StripeAuthenticationError) {
    return new KeyRefused(cause.message, { cause });
  }
  if (cause instanceof Stripe.errors.StripeInvalidRequestError) {
    return new CallRefused(cause, cause.param ?? null);
  }
  return cause;
}

export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === "object" ? (reference?.id ?? null) : (reference ?? null);
}
