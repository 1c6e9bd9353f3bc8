import { useEffect, useRef } from "react";
import type { Ownership, PurchaseDetail } from "../../server/contract/answers.ts";
import { usePage } from "../lib/page-context.ts";
import { useHasTrackers } from "../lib/use-site.ts";
import { loadTracking } from "./load-tracking.ts";
import { noteQuestion } from "./noted-orders.ts";

type Notes = Awaited<ReturnType<typeof loadTracking>>;

/** Where the code does not come, the order stays asked for, and the next page notes it. */
function withNotes(note: (notes: Notes) => Promise<void>): void {
  loadTracking()
    .then(note)
    .catch(() => {});
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
    if (!tracked || !sessionId) return;
    withNotes(({ noteOrders }) => noteOrders(source, [sessionId]));
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
    // At once, beside the question itself: the page may be left before any code has come.
    if (tracked && sessionId) answerLost.current = noteQuestion(sessionId);
  }, [tracked, sessionId]);
  useEffect(() => {
    if (!tracked || !purchase) return;
    withNotes(({ notePurchase, noteOrders }) => {
      notePurchase(purchase, answerLost.current);
      const others = purchase.otherOrders.map(({ sessionId }) => sessionId);
      return noteOrders(source, others);
    });
  }, [tracked, purchase, source]);
}
