import { useSyncExternalStore } from "react";
import { browserStorage, readJson, type TextStorage } from "../lib/storage.ts";

// Pixels send the page's URL by themselves, and the session id in it opens the order. Before a
// vendor loads, the short order number takes its place; only this browser knows which session it is.
const SESSIONS_KEY = "orderSessions";
const MOST_REMEMBERED = 20;
const SESSION_PARAM = "sessionId";
const ORDER_PARAM = "order";

type OrderSession = { order: string; sessionId: string };
type PageWindow = {
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
 * Takes the session id out of the address bar, and says whether the URL is fit to be seen. It is
 * not while the id belongs to an order that is not verified yet: the page could not be reloaded.
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

const NEVER_CHANGES = () => () => {};

/**
 * The checkout session of a URL: its own, or the one that its order number stands for in this
 * browser. `finding` is true on the server and while its page is taken over, which cannot know.
 */
export function useOrderSession({ sessionId, order }: { sessionId?: string; order?: string }): {
  sessionId: string | undefined;
  finding: boolean;
} {
  const inBrowser = useSyncExternalStore(
    NEVER_CHANGES,
    () => true,
    () => false,
  );
  if (sessionId || !order) return { sessionId, finding: false };
  return inBrowser
    ? { sessionId: findSession(browserStorage, order), finding: false }
    : { sessionId: undefined, finding: true };
}
