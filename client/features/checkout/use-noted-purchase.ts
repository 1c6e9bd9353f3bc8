import { useEffect } from "react";
import type { PageSource } from "../../lib/page-source.ts";
import { hasTrackers } from "../../lib/tracking/has-trackers.ts";
import { noteEarlierPurchases, notePurchase } from "../../lib/tracking/note-purchase.ts";
import { useSite } from "../../lib/use-site.ts";
import type { PurchaseState } from "./purchase-state.ts";

/**
 * Notes a verified purchase for the trackers, and those of the same visit whose own page was passed
 * over. Where no tracker is set up, nothing is noted.
 */
export function useNotedPurchase(state: PurchaseState, source: PageSource): void {
  const tracked = hasTrackers(useSite().trackers);
  const purchase = "purchase" in state ? state.purchase : undefined;
  useEffect(() => {
    if (!tracked || !purchase) return;
    notePurchase(purchase);
    void noteEarlierPurchases(source, purchase.checkoutSessionId);
  }, [tracked, purchase, source]);
}
