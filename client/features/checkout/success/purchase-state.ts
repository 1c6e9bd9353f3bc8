import { AGAIN_PARAM } from "../../../../server/contract/paths.ts";
import type { Reason } from "../../../../server/contract/reasons.ts";
import type { PurchaseDetail } from "../../../../server/contract/answers.ts";
import type { PageSource } from "../../../../server/contract/pages.ts";
import { readableMessage, reasonOf } from "../../../lib/answer.ts";

/** State of the success page (spec section 4, purchase verification). */
export type PurchaseState =
  | { kind: "loading" }
  | { kind: "missing-id" }
  | { kind: "failed"; message: string; reason?: string | undefined }
  | { kind: "not-found" }
  | { kind: "processing"; purchase: PurchaseDetail }
  | { kind: "paid"; purchase: PurchaseDetail };

/** Reads the purchase; never rejects. */
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

/** State of an answer; without products it is no purchase. */
export function toPurchaseState(purchase: PurchaseDetail | null | undefined): PurchaseState {
  if (!purchase?.products?.length) return { kind: "not-found" };
  return { kind: purchase.status === "paid" ? "paid" : "processing", purchase };
}

/** Whether the order is unknown, probably because of a wrong URL. */
export function isUnknownPurchase(state: PurchaseState): boolean {
  return hasFailedFor(state, "unknown_session");
}

/** Whether the bank has refused the payment. Other unpaid purchases may still be paid. */
export function isRefusedPayment(state: PurchaseState): boolean {
  return hasFailedFor(state, "payment_refused");
}

function hasFailedFor(state: PurchaseState, reason: Reason): boolean {
  return state.kind === "failed" && state.reason === reason;
}

export type PurchaseQuery = {
  sessionId: string | undefined;
  plain: boolean;
  /** The buyer was redirected here instead of paying twice. */
  again: boolean;
};

/** Path of the page that works without JavaScript. */
export function plainPath(sessionId: string, { again }: Pick<PurchaseQuery, "again">): string {
  const query = { sessionId, plain: "1", ...(again && { [AGAIN_PARAM]: "1" }) };
  return `/checkout/success?${new URLSearchParams(query)}`;
}
