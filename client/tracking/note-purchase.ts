import { useEffect } from "react";
import type { Ownership, PurchaseDetail } from "../../server/contract/store.ts";
import type { PageSource } from "../../server/contract/pages.ts";
import { usePage } from "../lib/page-context.ts";
import { browserStorage, readJson, tabStorage } from "../lib/storage.ts";
import { useHasTrackers } from "../lib/use-site.ts";
import { rememberSession } from "./order-session.ts";
import { pageQueue, toTrackedPurchase } from "./purchase-queue.ts";

export const PURCHASE_NOTED = "purchase-noted";

// Paid orders that were verified in this tab: each page of a visit would ask for them again.
const NOTED_KEY = "notedOrders";

/**
 * Takes note of a verified purchase. The server says once for each order that it may be reported;
 * whether it is, and when, follows the visitor's choice.
 */
function notePurchase(purchase: PurchaseDetail): void {
  const { orderNumber: order, checkoutSessionId: sessionId, status, firstView } = purchase;
  const tracked = firstView && status === "paid" ? toTrackedPurchase(purchase) : undefined;
  if (order) rememberSession(browserStorage, { order, sessionId });
  if (status === "paid") rememberNoted(sessionId);
  if (tracked) pageQueue().keep(tracked);
  window.dispatchEvent(new Event(PURCHASE_NOTED));
}

/** Verifies orders and notes them, each once a tab; what cannot be verified waits for the next page. */
async function noteOrders(
  source: Pick<PageSource, "getPurchase">,
  sessionIds: string[],
): Promise<void> {
  for (const sessionId of sessionIds) {
    if (listNoted().includes(sessionId)) continue;
    const purchase = await source.getPurchase(sessionId).catch(() => undefined);
    if (purchase) notePurchase(purchase);
  }
}

function rememberNoted(sessionId: string): void {
  const known = listNoted();
  if (known.includes(sessionId)) return;
  tabStorage.setItem(NOTED_KEY, JSON.stringify([...known, sessionId]));
}

function listNoted(): string[] {
  const list = readJson(tabStorage, NOTED_KEY);
  return Array.isArray(list) ? list.filter((id) => typeof id === "string") : [];
}

/**
 * Notes this visitor's paid order for the trackers on a page that shows it beside something else: a
 * buyer may leave from there without the order's own page. An order that only a URL speaks for is left
 * alone.
 */
export function useNotedOrder(order: Ownership["order"]): void {
  const { source } = usePage();
  const tracked = useHasTrackers();
  const sessionId = order?.recognised && order.status === "paid" ? order.sessionId : undefined;
  useEffect(() => {
    if (tracked && sessionId) void noteOrders(source, [sessionId]);
  }, [tracked, sessionId, source]);
}

/**
 * Notes a verified purchase for the trackers, and this browser's other orders of the day, whose own
 * page may have been passed over. Where no tracker is set up, nothing is noted.
 */
export function useNotedPurchase(purchase: PurchaseDetail | undefined, source: PageSource): void {
  const tracked = useHasTrackers();
  useEffect(() => {
    if (!tracked || !purchase) return;
    notePurchase(purchase);
    const others = purchase.otherOrders.map(({ sessionId }) => sessionId);
    void noteOrders(source, others);
  }, [tracked, purchase, source]);
}
