import { useEffect, useRef } from "react";
import type { Ownership, PurchaseDetail } from "../../server/contract/answers.ts";
import { useHasTrackers, usePage } from "../lib/page-context.ts";
import { noteQuestion } from "./order-session.ts";
import type * as trackingCode from "./tracking-code.ts";

/** Runs with the tracking code. If it does not load, the next page notes the order. */
function withTracking(run: (code: typeof trackingCode) => Promise<void>): void {
  import("./tracking-code.ts").then(run).catch(() => {});
}

/**
 * Notes this visitor's paid order for the trackers on a page that shows it next to something else: the
 * buyer may never open the order's page. Ignores orders that only the URL names.
 */
export function useNotedOrder(order: Ownership["order"]): void {
  const { source } = usePage();
  const tracked = useHasTrackers();
  const sessionId = order?.recognised && order.status === "paid" ? order.sessionId : undefined;
  useEffect(() => {
    if (!tracked || !sessionId) return;
    withTracking(({ noteOrders }) => noteOrders(source, [sessionId]));
  }, [tracked, sessionId, source]);
}

/** Notes a verified purchase for the trackers, and this browser's other orders of the day. */
export function useNotedPurchase(
  sessionId: string | undefined,
  purchase: PurchaseDetail | undefined,
): void {
  const { source } = usePage();
  const tracked = useHasTrackers();
  const answerLost = useRef(false);
  useEffect(() => {
    // Before the code has loaded: the page may be left earlier.
    if (tracked && sessionId) answerLost.current = noteQuestion(sessionId);
  }, [tracked, sessionId]);
  useEffect(() => {
    if (!tracked || !purchase) return;
    withTracking(({ notePurchase, noteOrders }) => {
      notePurchase(purchase, answerLost.current);
      return noteOrders(
        source,
        purchase.otherOrders.map(({ sessionId }) => sessionId),
      );
    });
  }, [tracked, purchase, source]);
}
