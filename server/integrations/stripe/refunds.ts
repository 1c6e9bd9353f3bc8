import Stripe from "stripe";
import type { Dispute, NewRefund, Reversals } from "../../ports/payments.ts";
import { providerFailed } from "./call.ts";

// No retries, so that the administrator's request does not time out; reconciliation retries later.
const ONCE = { maxNetworkRetries: 0 };
/** Metadata field with the idempotency key, because the provider forgets keys after a day. */
const KEY_FIELD = "refund_key";

/** See `Payments.createRefund`. */
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
    if (isRefusal(cause)) return { refusal: REFUSALS[cause.code ?? ""] ?? cause.message };
    throw providerFailed(cause);
  }
  if (refund.object !== "refund" || !refund.id || refund.amount !== amount) {
    throw providerFailed("the answer is not the refund asked for");
  }
  return { refusal: returnsMoney(refund) ? null : failureOf(refund) };
}

/** Whether the provider rejected the refund permanently. 409, 429 and 5xx are temporary. */
function isRefusal(error: unknown): error is Stripe.errors.StripeError {
  if (error instanceof Stripe.errors.StripePermissionError) return true;
  const isRequest = error instanceof Stripe.errors.StripeInvalidRequestError;
  return isRequest && [400, 402, 404].includes(error.statusCode ?? 0);
}

const REFUSALS: Record<string, string> = {
  charge_already_refunded: "This payment is already fully refunded.",
  charge_disputed: "The buyer's bank has reversed this payment in a dispute.",
  charge_not_refundable: "This payment cannot be refunded.",
  balance_insufficient: "Your balance at the payment provider is too low. Add funds and try again.",
  insufficient_funds: "Your balance at the payment provider is too low. Add funds and try again.",
};

export function toReversals(refunds: Stripe.Refund[]): Omit<Reversals, "disputes"> {
  return {
    refunds: refunds.filter(returnsMoney).map(toRefund),
    failedRefunds: refunds
      .filter((refund) => !returnsMoney(refund))
      .map((refund) => ({ ...idsOf(refund), reason: failureOf(refund) })),
  };
}

function returnsMoney({ status }: Stripe.Refund): boolean {
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
  return `The buyer's bank rejected the refund${why}.`;
}

const CLOSED_DISPUTES = ["won", "warning_closed", "prevented"];

export function toDispute({ status, evidence_details: evidence }: Stripe.Dispute): Dispute {
  // A lost dispute stays lost until an appeal is won.
  if (status === "lost" || status.startsWith("appeal_")) return { state: "lost", dueBy: null };
  if (CLOSED_DISPUTES.includes(status)) return { state: "won", dueBy: null };
  // `due_by` is zero when no response is expected.
  const dueBy = evidence?.due_by ? new Date(evidence.due_by * 1000) : null;
  return { state: "open", dueBy };
}
