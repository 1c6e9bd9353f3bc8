import type { PurchaseDetail } from "../../../server/contract/store.ts";
import type { PageSource } from "../page-source.ts";
import { browserStorage, pageQueue, tabStorage } from "./page-stores.ts";
import { readJson } from "./safe-storage.ts";
import { rememberSession } from "./session-address.ts";
import { toTrackedPurchase } from "./tracked-purchase.ts";

export const PURCHASE_NOTED = "purchase-noted";

// Orders that were paid earlier in this visit, whose own success page was never shown.
const EARLIER_KEY = "earlierOrders";

/**
 * Takes note of a verified purchase. The server says once for each order that it may be reported;
 * whether it is, and when, follows the visitor's choice.
 */
export function notePurchase(purchase: PurchaseDetail): void {
  const { orderNumber: order, checkoutSessionId: sessionId, status, firstView } = purchase;
  rememberSession(browserStorage, { order, sessionId });
  if (firstView && status === "paid") pageQueue().keep(toTrackedPurchase(purchase));
  window.dispatchEvent(new Event(PURCHASE_NOTED));
}

/** Remembers an order whose buyer is led on before seeing its success page. */
export function noteEarlierOrder(sessionId: string): void {
  const known = listEarlier();
  if (!known.includes(sessionId)) {
    tabStorage.setItem(EARLIER_KEY, JSON.stringify([...known, sessionId]));
  }
}

/** Verifies and notes the earlier orders of this visit, on the success page of a later one. */
export async function noteEarlierPurchases(
  source: Pick<PageSource, "getPurchase">,
  shownSessionId: string,
): Promise<void> {
  const earlier = listEarlier().filter((sessionId) => sessionId !== shownSessionId);
  tabStorage.removeItem(EARLIER_KEY);
  for (const sessionId of earlier) {
    // An order that cannot be verified now is not reported: the page shows nothing of it.
    const purchase = await source.getPurchase(sessionId).catch(() => undefined);
    if (purchase) notePurchase(purchase);
  }
}

function listEarlier(): string[] {
  const list = readJson(tabStorage, EARLIER_KEY);
  return Array.isArray(list) ? list.filter((id) => typeof id === "string") : [];
}
