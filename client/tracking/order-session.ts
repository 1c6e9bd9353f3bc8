import { readJson, type TextStorage } from "./safe-storage.ts";

// Pixels send the page's address by themselves, and the session id in it opens the order. Before a
// vendor loads, the short order number takes its place; only this browser knows which session it is.
const SESSIONS_KEY = "orderSessions";
const MOST_REMEMBERED = 20;
const SESSION_PARAM = "sessionId";
const ORDER_PARAM = "order";

type OrderSession = { order: string; sessionId: string };
type AddressWindow = {
  location: Pick<Location, "href">;
  history: Pick<History, "replaceState" | "state">;
};

/** Remembers which checkout session an order number stands for. */
export function rememberSession(storage: TextStorage, session: OrderSession): void {
  const others = listSessions(storage).filter(({ order }) => order !== session.order);
  const sessions = [...others, session].slice(-MOST_REMEMBERED);
  storage.setItem(SESSIONS_KEY, JSON.stringify(sessions));
}

/** The checkout session of an order that this browser has seen. */
export function findSession(storage: TextStorage, order: string): string | undefined {
  return listSessions(storage).find((session) => session.order === order)?.sessionId;
}

/**
 * Takes the session id out of the address bar, and says whether the address is fit to be seen. It is
 * not while the id belongs to an order that is not verified yet: the page could not be reloaded.
 */
export function hideSession(window: AddressWindow, storage: TextStorage): boolean {
  const url = new URL(window.location.href);
  const sessionId = url.searchParams.get(SESSION_PARAM);
  if (sessionId === null) return true;
  const known = listSessions(storage).find((session) => session.sessionId === sessionId);
  if (!known) return false;
  url.searchParams.delete(SESSION_PARAM);
  url.searchParams.set(ORDER_PARAM, known.order);
  window.history.replaceState(window.history.state, "", url);
  return true;
}

function listSessions(storage: TextStorage): OrderSession[] {
  const list = readJson(storage, SESSIONS_KEY);
  return Array.isArray(list) ? (list as OrderSession[]) : [];
}
