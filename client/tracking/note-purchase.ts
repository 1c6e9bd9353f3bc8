import type { PurchaseDetail } from "../../server/contract/answers.ts";
import type { OrderApi } from "../lib/order-api.ts";
import { browserStorage } from "../lib/storage.ts";
import { asked, noted, noteQuestion, rememberSession } from "./order-session.ts";
import { pageQueue, toTrackedPurchase } from "./purchase-queue.ts";

export const PURCHASE_NOTED = "purchase-noted";

/**
 * Queues a verified purchase for the trackers. The server sets `firstView` once per order; if that
 * response was lost, the next response counts instead. Each order is reported once per browser.
 */
export function notePurchase(purchase: PurchaseDetail, answerLost: boolean): void {
  const { orderNumber: order, checkoutSessionId: sessionId, status, firstView, masked } = purchase;
  const reportable = status === "paid" && (firstView || (answerLost && !masked));
  const tracked = reportable ? toTrackedPurchase(purchase) : undefined;
  if (order) rememberSession(browserStorage, { order, sessionId });
  if (status === "paid") noted.add(sessionId);
  asked.remove(sessionId);
  if (tracked) pageQueue().add(tracked);
  window.dispatchEvent(new Event(PURCHASE_NOTED));
}

/** Verifies orders and queues them, once per tab. The next page retries failed ones. */
export async function noteOrders(
  source: Pick<OrderApi, "getPurchase">,
  sessionIds: string[],
): Promise<void> {
  for (const sessionId of sessionIds) {
    if (noted.has(sessionId)) continue;
    const answerLost = noteQuestion(sessionId);
    const purchase = await source.getPurchase(sessionId).catch(() => undefined);
    if (purchase) notePurchase(purchase, answerLost);
  }
}
