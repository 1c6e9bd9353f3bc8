import { messages } from "../../../server/contract/messages.ts";
import type { PurchaseDetail } from "../../../server/contract/store.ts";
import type { PageSource } from "../../lib/page-source.ts";
import { codeOf, readableMessage } from "../../lib/readable-error.ts";

/** What the success page knows of the purchase (spec section 4, purchase verification). */
export type PurchaseState =
  | { kind: "loading" }
  | { kind: "missing-id" }
  | { kind: "failed"; message: string; code?: string | undefined }
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
    return { kind: "failed", message: readableMessage(error), code: codeOf(error) };
  }
}

/** The state that an answer means; an answer without products is no purchase. */
export function toPurchaseState(purchase: PurchaseDetail | null | undefined): PurchaseState {
  if (!purchase?.products?.length) return { kind: "not-found" };
  return { kind: purchase.status === "processing" ? "processing" : "paid", purchase };
}

/** Whether the failure is an unknown order, for which a wrong address is the likely cause. */
export function isUnknownPurchase(message: string): boolean {
  return message === messages.purchaseNotFound;
}

/**
 * Whether the bank has refused the payment for good. Any other unpaid purchase may be one that the
 * provider has not noticed yet.
 */
export function isRefusedPayment(state: PurchaseState): boolean {
  if (state.kind !== "failed") return false;
  return state.code === "unpaid" && state.message === messages.paymentFailed;
}
