import { keptSet, tabStorage } from "../lib/storage.ts";

// Paid orders that were noted in this tab: each page of a visit would ask for them again.
const NOTED_KEY = "notedOrders";
// Orders whose answer this tab still waits for. A page that is left takes the answer along, and with
// it the server's one word that the order may be reported.
const ASKED_KEY = "askedOrders";

export const noted = keptSet(tabStorage, NOTED_KEY);
export const asked = keptSet(tabStorage, ASKED_KEY);

/** Remembers that an order is asked for; true when the answer to an earlier question was lost. */
export function noteQuestion(sessionId: string): boolean {
  const answerLost = asked.has(sessionId);
  if (!noted.has(sessionId)) asked.add(sessionId);
  return answerLost;
}
