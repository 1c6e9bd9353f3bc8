import type { PurchaseDetail } from "../../server/contract/answers.ts";
import type { PageSource } from "../../server/contract/pages.ts";
import { browserStorage } from "../lib/storage.ts";
import { asked, noted, noteQuestion } from "./noted-orders.ts";
import { rememberSession } from "./order-session.ts";
import { pageQueue, toTrackedPurchase } from "./purchase-queue.ts";

export const PURCHASE_NOTED = "purchase-noted";

/**
 * Takes note of a verified purchase. The server says once for each order that it may be reported;
 * whether it is, and when, follows the visitor's choice (decision: purchase-once). The queue reports
 * an order once a browser.
 */
export function notePurchase(purchase: PurchaseDetail, answerLost: boolean): void {
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
