import { useEffect, useRef } from "react";
import type { Ownership, PurchaseDetail } from "../../server/contract/store.ts";
import type { PageSource } from "../../server/contract/pages.ts";
import { usePage } from "../lib/page-context.ts";
import { browserStorage, keptSet, tabStorage } from "../lib/storage.ts";
import { useHasTrackers } from "../lib/use-site.ts";
import { rememberSession } from "./order-session.ts";
import { pageQueue, toTrackedPurchase } from "./purchase-queue.ts";

export const PURCHASE_NOTED = "purchase-noted";

// Paid orders that were noted in this tab: each page of a visit would ask for them again.
const NOTED_KEY = "notedOrders";
// Orders whose answer this tab still waits for. A page that is left takes the answer along, and with
// it the server's one word that the order may be reported.
const ASKED_KEY = "askedOrders";

const noted = keptSet(tabStorage, NOTED_KEY);
const asked = keptSet(tabStorage, ASKED_KEY);

/** Remembers that an order is asked for; true when the answer to an earlier question was lost. */
function noteQuestion(sessionId: string): boolean {
  const answerLost = asked.has(sessionId);
  if (!noted.has(sessionId)) asked.add(sessionId);
  return answerLost;
}

/**
 * Takes note of a verified purchase. The server says once for each order that it may be reported;
 * whether it is, and when, follows the visitor's choice (decision: purchase-once). The queue reports
 * an order once a browser.
 */
function notePurchase(purchase: PurchaseDetail, answerLost: boolean): void {
  const { orderNumber: order, checkoutSessionId: sessionId, status, firstView, masked } = purchase;
  const reportable = status === "paid" && (firstView || (answerLost && !masked));
  const tracked = reportable ? toTrackedPurchase(purchase) : undefined;
  if (order) rememberSession(browserStorage, { order, sessionId });
  if (status === "paid") noted.add(sessionId);
  asked.remove(sessionId);
  if (tracked) pageQueue().keep(tracked);
  window.dispatchEvent(new Event(PURCHASE_NOTED));
}

/** Verifies orders and notes them, each once a tab; what cannot be verified waits for the next page. */
export async function noteOrders(
  source: Pick<PageSource, "getPurchase">,
  sessionIds: string[],
): Promise<void> {
  for (const sessionId of sessionIds) {
    if (noted.has(sessionId)) continue;
    const answerLost = noteQuestion(sessionId);
    const purchase = await source.getPurchase(sessionId).catch(() => undefined);
    if (purchase) notePurchase(purchase, answerLost);
  }
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
 * Notes a purchase for the trackers when it is verified, and this browser's other orders of the day,
 * whose own page may have been passed over. Where no tracker is set up, nothing is noted.
 */
export function useNotedPurchase(
  sessionId: string | undefined,
  purchase: PurchaseDetail | undefined,
): void {
  const { source } = usePage();
  const tracked = useHasTrackers();
  const answerLost = useRef(false);
  useEffect(() => {
    if (tracked && sessionId) answerLost.current = noteQuestion(sessionId);
  }, [tracked, sessionId]);
  useEffect(() => {
    if (!tracked || !purchase) return;
    notePurchase(purchase, answerLost.current);
    const others = purchase.otherOrders.map(({ sessionId }) => sessionId);
    void noteOrders(source, others);
  }, [tracked, purchase, source]);
}
