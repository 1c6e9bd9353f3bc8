import { signInMessages } from "../../../server/contract/sign-in-messages.ts";
import { loginPathTo, returnPathOf } from "../../../server/contract/return-path.ts";
import { readJson, type TextStorage } from "../../lib/storage.ts";

/** Where a result waits for the sign-in page of another window, or of this one. */
export const RESULT_KEY = "loginResult";
const REDIRECT_KEY = "loginRedirect";
/** A provider's code lives a few minutes at most. */
const KEPT_MS = 5 * 60_000;

type Redirect = { state: string | null; target: string };

/** Notes in this tab that the external login will come back to this window and not to a popup. */
export function noteRedirect(tab: TextStorage, redirect: Redirect): void {
  tab.setItem(REDIRECT_KEY, JSON.stringify(redirect));
}

/** Leaves a result for the sign-in page. */
export function leaveResult(storage: TextStorage, result: LoginResult): void {
  storage.setItem(RESULT_KEY, JSON.stringify({ at: Date.now(), result: toMessage(result) }));
}

/** Takes a result that was left here; whatever is left is gone afterwards. */
export function takeResult(storage: TextStorage): LoginResult | undefined {
  const result = findResult(storage);
  storage.removeItem(RESULT_KEY);
  return result;
}

/** Takes the result of one attempt; that of another one stays for the window it belongs to. */
export function takeResultOf(storage: TextStorage, state: string | null): LoginResult | undefined {
  return findResult(storage)?.state === state ? takeResult(storage) : undefined;
}

/**
 * Takes a result that no window claimed as its attempt's. Any link can bring one about, so its words
 * are not shown, and a code counts only with the name of its attempt: without one it would be tried
 * with whichever attempt is open, and use that up.
 */
export function takeUnclaimed(storage: TextStorage): LoginResult | undefined {
  const result = takeResult(storage);
  if (!result || ("code" in result && result.state !== null)) return result;
  return { state: result.state, error: signInMessages.loginDenied };
}

/** Forgets every result that was left, after a sign-in. */
export function forgetResults({ tab, browser }: Stores): void {
  tab.removeItem(RESULT_KEY);
  browser.removeItem(RESULT_KEY);
}

function findResult(storage: TextStorage): LoginResult | undefined {
  const left = readJson(storage, RESULT_KEY);
  if (typeof left !== "object" || left === null) return undefined;
  const { at, result } = left as Record<string, unknown>;
  const isFresh = typeof at === "number" && Math.abs(Date.now() - at) < KEPT_MS;
  return isFresh ? readMessage(result) : undefined;
}

type Stores = { tab: TextStorage; browser: TextStorage };

type CallbackWindow = {
  opener: Pick<Window, "postMessage"> | null;
  location: Pick<Location, "origin">;
};

/** Where a result went; with `redirect` this window goes on to `path` and finishes there. */
type HandedOver = { to: "opener" | "storage" } | { to: "redirect"; path: string };

/**
 * Passes a result on from the page that the external login returns to: within this window when the
 * attempt began in it, else to the window that opened this one, else to any window of this browser that listens.
 */
export function handOver(
  result: LoginResult,
  { window, tab, browser }: Stores & { window: CallbackWindow },
): HandedOver {
  const redirect = takeRedirect(tab);
  // A popup inherits this tab's notes: only the note of this very attempt counts.
  if (redirect && redirect.state === result.state) {
    leaveResult(tab, result);
    return { to: "redirect", path: loginPathTo(returnPathOf({ returnUrl: redirect.target })) };
  }
  if (window.opener) {
    window.opener.postMessage(toMessage(result), window.location.origin);
    return { to: "opener" };
  }
  leaveResult(browser, result);
  return { to: "storage" };
}

/** Takes back a result that no window took, to finish in this window. Undefined when it was taken. */
export function finishHere({ tab, browser }: Stores): string | undefined {
  const result = takeUnclaimed(browser);
  if (!result) return undefined;
  leaveResult(tab, result);
  return loginPathTo("/account");
}

function takeRedirect(tab: TextStorage): Redirect | undefined {
  const noted = readJson(tab, REDIRECT_KEY);
  tab.removeItem(REDIRECT_KEY);
  if (typeof noted !== "object" || noted === null) return undefined;
  const { state, target } = noted as Record<string, unknown>;
  if (typeof target !== "string") return undefined;
  return { state: typeof state === "string" ? state : null, target };
}

/** What the external login came to: a code, or the reason in words. `state` names the attempt. */
export type LoginResult = { state: string | null } & ({ code: string } | { error: string });

const KIND = "external-login";
const MAX_LENGTH = 2000;
// Words and plain punctuation: nothing that could be an address, a number to call or markup.
const HARMLESS = /^[\p{L}\p{M}' ,()-]{1,120}\.?$/u;

/** Reads the query of the return page; throws when it has neither a code nor an error. */
export function readCallback(query: Record<string, unknown>): LoginResult {
  const text = (name: string) => {
    const value = query[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const state = text("state") ?? null;
  const code = text("code");
  if (text("error")) return { state, error: reasonOf(text("error_description")) };
  if (code) return { state, code };
  throw new Error(signInMessages.loginNothing);
}

/** The result as it is passed between windows. */
export function toMessage(result: LoginResult): Record<string, unknown> {
  return { kind: KIND, ...result };
}

/** The result in something another window passed on; undefined for anything that is not exactly one. */
export function readMessage(value: unknown): LoginResult | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { kind, state, code, error, ...rest } = value as Record<string, unknown>;
  if (kind !== KIND || Object.keys(rest).length > 0) return undefined;
  if (state !== null && !isShortText(state)) return undefined;
  if (isShortText(code) && error === undefined) return { state, code };
  // Shown to the visitor, from whatever source.
  if (isShortText(error) && code === undefined) return { state, error: reasonOf(error) };
  return undefined;
}

function reasonOf(description: string | undefined): string {
  return description && HARMLESS.test(description) ? description : signInMessages.loginDenied;
}

function isShortText(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= MAX_LENGTH;
}
