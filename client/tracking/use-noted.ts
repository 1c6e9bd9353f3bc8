import { useEffect, useRef } from "react";
import type { Ownership, PurchaseDetail } from "../../server/contract/answers.ts";
import { orderApi } from "../lib/order-api.ts";
import { useHasTrackers } from "../lib/page-context.ts";
import { noteQuestion } from "./order-session.ts";
import type * as trackingCode from "./tracking-code.ts";

/** Calls `run` with the tracking code. If it does not load, the next page queues the order. */
function withTracking(run: (code: typeof trackingCode) => Promise<void>): void {
  import("./tracking-code.ts").then(run).catch(() => {});
}

/**
 * Queues this browser's paid order for the trackers on pages other than the order page, which the
 * buyer may never open. Ignores orders known only from the URL.
 */
export function useNotedOrder(order: Ownership["order"]): void {
  const tracked = useHasTrackers();
  const sessionId = order?.recognised && order.status === "paid" ? order.sessionId : undefined;
  useEffect(() => {
    if (!tracked || !sessionId) return;
    withTracking(({ noteOrders }) => noteOrders(orderApi, [sessionId]));
  }, [tracked, sessionId]);
}

/** Queues a verified purchase for the trackers, and this browser's other orders of the same day. */
export function useNotedPurchase(
  sessionId: string | undefined,
  purchase: PurchaseDetail | undefined,
): void {
  const tracked = useHasTrackers();
  const answerLost = useRef(false);
  useEffect(() => {
    // Record the request before the code loads, because the visitor may leave the page.
    if (tracked && sessionId) answerLost.current = noteQuestion(sessionId);
  }, [tracked, sessionId]);
  useEffect(() => {
    if (!tracked || !purchase) return;
    withTracking(({ notePurchase, noteOrders }) => {
      notePurchase(purchase, answerLost.current);
      return noteOrders(
        orderApi,
        purchase.otherOrders.map(({ sessionId }) => sessionId),
      );
    });
  }, [tracked, purchase]);
}
