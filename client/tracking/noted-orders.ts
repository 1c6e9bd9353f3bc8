import { storedSet, tabStorage } from "../lib/storage.ts";

const NOTED_KEY = "notedOrders";
const ASKED_KEY = "askedOrders";

/** Paid orders that this tab has queued already. */
export const noted = storedSet(tabStorage, NOTED_KEY);
/** Orders whose answer has not arrived. If the page is left, `firstView` is lost with the answer. */
export const asked = storedSet(tabStorage, ASKED_KEY);

/** Notes a request for an order. Returns true when an earlier answer was lost. */
export function noteQuestion(sessionId: string): boolean {
  const answerLost = asked.has(sessionId);
  if (!noted.has(sessionId)) asked.add(sessionId);
  return answerLost;
}
