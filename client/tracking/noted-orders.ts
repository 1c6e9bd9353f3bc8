import { storedSet, tabStorage } from "../lib/storage.ts";

/** Paid orders that this tab has queued already. */
export const noted = storedSet(tabStorage, "notedOrders");
/** Orders whose answer has not arrived. If the page is left, `firstView` is lost with the answer. */
export const asked = storedSet(tabStorage, "askedOrders");

/** Notes a request for an order. Returns true when an earlier answer was lost. */
export function noteQuestion(sessionId: string): boolean {
  const answerLost = asked.has(sessionId);
  if (!noted.has(sessionId)) asked.add(sessionId);
  return answerLost;
}
