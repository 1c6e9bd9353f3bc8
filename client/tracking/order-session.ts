import {
  browserStorage,
  readJson,
  storedSet,
  tabStorage,
  type TextStorage,
} from "../lib/storage.ts";
import { useBrowserValue } from "../lib/use-browser-value.ts";

// Trackers send the page's URL, and its session id grants access to the order. Replace it with the
// order number, which only this browser can resolve, before a tracker loads.
const SESSIONS_KEY = "orderSessions";
const MOST_REMEMBERED = 20;
const SESSION_PARAM = "sessionId";
const ORDER_PARAM = "order";

type OrderSession = { order: string; sessionId: string };
type PageWindow = {
  location: Pick<Location, "href">;
  history: Pick<History, "replaceState" | "state">;
};

/** Stores the checkout session of an order number. */
export function rememberSession(storage: TextStorage, session: OrderSession): void {
  const others = listSessions(storage).filter(({ order }) => order !== session.order);
  const sessions = [...others, session].slice(-MOST_REMEMBERED);
  storage.setItem(SESSIONS_KEY, JSON.stringify(sessions));
}

export function findSession(storage: TextStorage, order: string): string | undefined {
  return listSessions(storage).find((session) => session.order === order)?.sessionId;
}

/**
 * Replaces the session id in the URL with the order number. Returns false if the order number is
 * unknown, because the page could not be reloaded without the session id.
 */
export function hideSession(window: PageWindow, storage: TextStorage): boolean {
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

/** Returns the checkout session of a URL or order number; `finding` until it is looked up. */
export function useOrderSession({ sessionId, order }: { sessionId?: string; order?: string }): {
  sessionId: string | undefined;
  finding: boolean;
} {
  const finding = !useBrowserValue(() => true, false) && !sessionId && order !== undefined;
  const found = sessionId || !order || finding ? sessionId : findSession(browserStorage, order);
  return { sessionId: found, finding };
}

const NOTED_KEY = "notedOrders";
const ASKED_KEY = "askedOrders";

/** Paid orders that this tab has queued for the trackers already. */
export const noted = storedSet(tabStorage, NOTED_KEY);
/** Orders without a response yet. Leaving the page loses the response and its `firstView`. */
export const asked = storedSet(tabStorage, ASKED_KEY);

/** Records a request for an order. Returns true if the response to an earlier one was lost. */
export function noteQuestion(sessionId: string): boolean {
  const answerLost = asked.has(sessionId);
  if (!noted.has(sessionId)) asked.add(sessionId);
  return answerLost;
}
