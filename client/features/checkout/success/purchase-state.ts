import { AGAIN_PARAM } from "../../../../server/contract/owned-page.ts";
import type { Reason } from "../../../../server/contract/reasons.ts";
import type { PurchaseDetail } from "../../../../server/contract/answers.ts";
import type { PageSource } from "../../../../server/contract/pages.ts";
import { readableMessage, reasonOf } from "../../../lib/readable-error.ts";

/** What the success page knows of the purchase (spec section 4, purchase verification). */
export type PurchaseState =
  | { kind: "loading" }
  | { kind: "missing-id" }
  | { kind: "failed"; message: string; reason?: string | undefined }
  | { kind: "not-found" }
  | { kind: "processing"; purchase: PurchaseDetail }
  | { kind: "paid"; purchase: PurchaseDetail };

/** Asks once for the purchase; never rejects. */
export async function loadPurchase(
  source: Pick<PageSource, "getPurchase">,
  sessionId: string,
): Promise<PurchaseState> {
  try {
    return toPurchaseState(await source.getPurchase(sessionId));
  } catch (error) {
    return { kind: "failed", message: readableMessage(error), reason: reasonOf(error) };
  }
}

/** The state that an answer means; an answer without products is no purchase. */
export function toPurchaseState(purchase: PurchaseDetail | null | undefined): PurchaseState {
  if (!purchase?.products?.length) return { kind: "not-found" };
  return { kind: purchase.status === "paid" ? "paid" : "processing", purchase };
}

/** Whether the failure is an unknown order, for which a wrong URL is the likely cause. */
export function isUnknownPurchase(state: PurchaseState): boolean {
  return hasFailedFor(state, "unknown_session");
}

/**
 * Whether the bank has refused the payment for good. Any other unpaid purchase may be one that the
 * provider has not noticed yet.
 */
export function isRefusedPayment(state: PurchaseState): boolean {
  return hasFailedFor(state, "payment_refused");
}

function hasFailedFor(state: PurchaseState, reason: Reason): boolean {
  return state.kind === "failed" && state.reason === reason;
}

/** The query of the success page. */
export type PurchaseQuery = {
  sessionId: string | undefined;
  plain: boolean;
  /** True when the buyer was led here instead of paying again. */
  again: boolean;
};

/** The same purchase as a page that needs no JavaScript. */
export function plainPath(sessionId: string, { again }: Pick<PurchaseQuery, "again">): string {
  const query = { sessionId, plain: "1", ...(again && { [AGAIN_PARAM]: "1" }) };
  return `/checkout/success?${new URLSearchParams(query)}`;
}
