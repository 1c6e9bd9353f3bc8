import { SIGNED_OUT_PARAM, type CurrentUser } from "../../server/contract/sign-in.ts";
import { loginPathTo } from "../../server/contract/paths.ts";
import { onEvents } from "./events.ts";
import { browserStorage, readJson } from "./storage.ts";
import { openTabChannel, postToTabs } from "./tabs.ts";

/**
 * Messages between tabs of this browser. "refused": the server denied access to the admin, or its
 * session ended.
 */
type SessionMessage = "signed-in" | "signed-out" | "refused";

const CHANNEL = "session";

/**
 * Notifies the other tabs. Without BroadcastChannel, tabs check the session when they are shown.
 */
export function notifyTabs(news: SessionMessage): void {
  postToTabs(CHANNEL, news);
}

/** Listens to the other tabs. Ignores unknown messages. Returns a function that stops listening. */
export function onSessionMessage(listener: (news: SessionMessage) => void): () => void {
  const channel = openTabChannel<unknown>(CHANNEL);
  channel.onMessage((news) => {
    if (news === "signed-in" || news === "signed-out" || news === "refused") listener(news);
  });
  return channel.close;
}

/** Storage key of the user who may open the admin offline. */
const ADMIN_KEY = "administrator";

export function rememberAdmin(user: CurrentUser): void {
  browserStorage.setItem(ADMIN_KEY, JSON.stringify(user));
}

/** The last administrator of this browser; undefined after a sign-out or another sign-in. */
export function findRememberedAdmin(): CurrentUser | undefined {
  return readJson(browserStorage, ADMIN_KEY) as CurrentUser | undefined;
}

/** Disables the offline admin until an administrator opens it online again. */
export function forgetAdmin(): void {
  browserStorage.removeItem(ADMIN_KEY);
}

/** Storage key of a sign-out that was not sent to the server yet. */
export const PENDING_KEY = "signOutPending";
/** Path of the sign-in page after signing out locally. */
export const SIGNED_OUT_PATH = `${loginPathTo("/account")}&${SIGNED_OUT_PARAM}=1`;

/** Stores a sign-out; `session` is the session's id, if known. */
export function storeSignOut(session: number | undefined): void {
  browserStorage.setItem(PENDING_KEY, JSON.stringify({ session: session ?? null }));
}

export function forgetSignOut(): void {
  browserStorage.removeItem(PENDING_KEY);
}

export function isSignOutPending(): boolean {
  return readJson(browserStorage, PENDING_KEY) !== undefined;
}

/** Whether this browser has signed out of the session. Forgets the sign-out of an earlier session. */
export function hasSignedOut(session: number | undefined): boolean {
  const pending = readJson(browserStorage, PENDING_KEY) as { session?: unknown } | undefined;
  if (pending === undefined) return false;
  const isEarlier = typeof pending.session === "number" && session !== undefined;
  if (!isEarlier || pending.session === session) return true;
  forgetSignOut();
  return false;
}

/**
 * Calls `listener` when another tab has stored a sign-out. Tab messages may arrive before the
 * stored value is readable. Returns a function that stops listening.
 */
export function onSignOutStored(listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === PENDING_KEY && newValue !== null) listener();
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

export type SignOutStatus = "pending" | "failed" | "retrying" | "done";

/**
 * Sends a pending sign-out to the server, now and whenever the browser comes online. `stop` aborts
 * the request, because a late response would delete the cookie of a new session.
 */
export function sendPendingSignOut(
  signOut: (signal: AbortSignal) => Promise<unknown>,
  onChange: (status: SignOutStatus) => void,
) {
  let call: AbortController | undefined;
  let failed = false;

  async function send(): Promise<void> {
    if (call || !isSignOutPending()) return;
    const own = new AbortController();
    call = own;
    if (failed) onChange("retrying");
    failed = await signOut(own.signal).then(
      () => false,
      () => true,
    );
    if (own.signal.aborted) return;
    call = undefined;
    if (!failed) forgetSignOut();
    onChange(failed ? "failed" : "done");
  }

  const retry = () => void send();
  const stopListening = onEvents(retry, [window, "online"]);
  retry();
  return {
    retry,
    stop(): void {
      call?.abort();
      stopListening();
    },
  };
}
