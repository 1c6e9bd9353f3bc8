import Stripe from "stripe";
import { messages } from "../../contract/messages.ts";
import type { Dispute, NewRefund, Reversals } from "../../ports/payments.ts";
import { providerFailed } from "./call.ts";

// An answer has to arrive before the administrator's own request is cut: a lost one is asked for again
// by the sweep.
const ONCE = { maxNetworkRetries: 0 };
/** In a refund's metadata: what the provider's own idempotency keys are forgotten for after a day. */
const KEY_FIELD = "refund_key";

/** Gives money back (see `Payments.createRefund`). */
export async function createRefund(
  stripe: Stripe,
  { paymentIntentId, amount, productId, idempotencyKey }: NewRefund,
): Promise<{ refusal: string | null }> {
  const params = {
    payment_intent: paymentIntentId,
    amount,
    metadata: {
      [KEY_FIELD]: idempotencyKey,
      ...(productId !== null && { product_id: String(productId) }),
    },
  };
  let refund: Stripe.Refund;
  try {
    refund = await stripe.refunds.create(params, { idempotencyKey, ...ONCE });
  } catch (cause) {
    if (isRefusal(cause)) return { refusal: wordsOf(cause) };
    throw providerFailed(messages.network, cause);
  }
  if (refund.object !== "refund" || !refund.id || refund.amount !== amount) {
    throw providerFailed(messages.network, "the answer is not the refund asked for");
  }
  return { refusal: isMoneyBack(refund) ? null : failureOf(refund) };
}

/** Refused for good: neither busy, nor at work on the same key, nor in trouble of its own. */
function isRefusal(error: unknown): error is Stripe.errors.StripeError {
  if (error instanceof Stripe.errors.StripePermissionError) return true;
  const isRequest = error instanceof Stripe.errors.StripeInvalidRequestError;
  return isRequest && [400, 402, 404].includes(error.statusCode ?? 0);
}

/** The refusals that an owner can meet, by the provider's codes. */
const REFUSALS: Record<string, string> = {
  charge_already_refunded: "All of this payment has gone back already.",
  charge_disputed: "The buyer's bank has taken this payment back in a dispute.",
  charge_not_refundable: "This payment cannot be given back.",
  balance_insufficient: "The shop's balance there is too small for it. Add funds and try again.",
  insufficient_funds: "The shop's balance there is too small for it. Add funds and try again.",
};

function wordsOf({ code, message }: Stripe.errors.StripeError): string {
  return REFUSALS[code ?? ""] ?? message;
}

/** Refunds as the provider lists them → those that give money back, and those that do not. */
export function toReversals(refunds: Stripe.Refund[]): Omit<Reversals, "disputes"> {
  return {
    refunds: refunds.filter(isMoneyBack).map(toRefund),
    failedRefunds: refunds
      .filter((refund) => !isMoneyBack(refund))
      .map((refund) => ({ ...idsOf(refund), reason: failureOf(refund) })),
  };
}

function isMoneyBack({ status }: Stripe.Refund): boolean {
  return status === "succeeded" || status === "pending" || status === "requires_action";
}

function toRefund(refund: Stripe.Refund): Reversals["refunds"][number] {
  const productId = Number(refund.metadata?.["product_id"]);
  const isProduct = Number.isSafeInteger(productId) && productId > 0;
  return { ...idsOf(refund), amount: refund.amount, productId: isProduct ? productId : null };
}

function idsOf({ id, metadata }: Stripe.Refund) {
  return { id, key: metadata?.[KEY_FIELD] ?? null };
}

function failureOf({ status, failure_reason: reason }: Stripe.Refund): string {
  if (status === "canceled") return "The refund was cancelled at the payment provider.";
  const why = reason ? ` (${reason.replaceAll("_", " ")})` : "";
  return `The buyer's bank did not take the money${why}.`;
}

const CLOSED_DISPUTES = ["won", "warning_closed", "prevented"];

/** A dispute as the shop sees it. */
export function toDispute({ status, evidence_details: evidence }: Stripe.Dispute): Dispute {
  // An appeal follows a lost dispute: until it is won, the money is gone.
  if (status === "lost" || status.startsWith("appeal_")) return { state: "lost", dueBy: null };
  if (CLOSED_DISPUTES.includes(status)) return { state: "won", dueBy: null };
  // Zero where the bank waits for no answer.
  const dueBy = evidence?.due_by ? new Date(evidence.due_by * 1000) : null;
  return { state: "open", dueBy };
}
