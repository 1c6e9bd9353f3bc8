import { useEffect } from "react";
import { api } from "../../lib/api.ts";
import type { PurchaseState } from "./purchase-state.ts";

/**
 * Has the record of a paid subscription saved, once a page. The webhook does it as well, so a failure
 * is only logged.
 */
export function useSavedSubscription(state: PurchaseState): void {
  const sessionId = subscriptionOf(state);
  useEffect(() => {
    if (sessionId) api.saveSubscription(sessionId).catch(reportError);
  }, [sessionId]);
}

function subscriptionOf(state: PurchaseState): string | undefined {
  if (state.kind !== "paid") return undefined;
  const { products, checkoutSessionId } = state.purchase;
  return products.some(({ type }) => type === "subscription") ? checkoutSessionId : undefined;
}
