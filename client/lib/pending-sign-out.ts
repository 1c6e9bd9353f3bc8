import { SIGNED_OUT_PARAM } from "../../server/contract/login.ts";
import { loginPathTo } from "../../server/contract/return-path.ts";
import { readJson, type TextStorage } from "./storage.ts";

/** What this browser signed out of before the shop knew (decision: sign-out-here-first). */
export const PENDING_KEY = "signOutPending";
/** Where a browser goes that has signed out by itself. */
export const SIGNED_OUT_PATH = `${loginPathTo("/account")}&${SIGNED_OUT_PARAM}=1`;

type EventWindow = Pick<Window, "addEventListener" | "removeEventListener">;

/** Notes that this browser has signed out of a session; undefined for one whose number is not known. */
export function noteSignOut(storage: TextStorage, session: number | undefined): void {
  storage.setItem(PENDING_KEY, JSON.stringify({ session: session ?? null }));
}

/** The shop knows, or there was a sign-in since. */
export function forgetSignOut(storage: TextStorage): void {
  storage.removeItem(PENDING_KEY);
}

/** Whether the shop is still to be told of a sign-out. */
export function isSignOutPending(storage: TextStorage): boolean {
  return readJson(storage, PENDING_KEY) !== undefined;
}

/** Whether this browser has signed out of the session; the note of an earlier one is dropped. */
export function hasSignedOut(storage: TextStorage, session: number | undefined): boolean {
  const pending = readJson(storage, PENDING_KEY) as { session?: unknown } | undefined;
  if (pending === undefined) return false;
  const isEarlier = typeof pending.session === "number" && session !== undefined;
  if (!isEarlier || pending.session === session) return true;
  forgetSignOut(storage);
  return false;
}

/**
 * Calls back when another tab has noted a sign-out, as soon as the note can be read here: what tabs tell
 * each other may come before it. Returns the call that ends this.
 */
export function onSignOutNoted(window: EventWindow, hear: () => void): () => void {
  const onStorage = (event: Event) => {
    const { key, newValue } = event as StorageEvent;
    if (key === PENDING_KEY && newValue !== null) hear();
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

/** How far the shop knows of the sign-out. */
export type Telling = "untold" | "failed" | "again" | "told";

type Tell = {
  storage: TextStorage;
  signOut: (signal: AbortSignal) => Promise<unknown>;
  onChange: (telling: Telling) => void;
  window: EventWindow;
};

/**
 * Tells the shop of a sign-out that it does not know of yet, at once and whenever the browser is online
 * again. `stop` also calls back what is under way: its answer takes the session's cookie away, and could
 * take that of the next one.
 */
export function tellOfSignOut({ storage, signOut, onChange, window }: Tell) {
  let call: AbortController | undefined;
  let failed = false;

  async function tell(): Promise<void> {
    if (call || !isSignOutPending(storage)) return;
    const own = new AbortController();
    call = own;
    if (failed) onChange("again");
    const told = await signOut(own.signal).then(
      () => true,
      () => false,
    );
    if (own.signal.aborted) return;
    call = undefined;
    failed = !told;
    if (told) forgetSignOut(storage);
    onChange(told ? "told" : "failed");
  }

  const retry = () => void tell();
  window.addEventListener("online", retry);
  retry();
  return {
    retry,
    stop(): void {
      call?.abort();
      window.removeEventListener("online", retry);
    },
  };
}
