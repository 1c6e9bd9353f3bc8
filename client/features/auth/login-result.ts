import { signInMessages } from "../../../server/contract/sign-in.ts";
import { loginPathTo } from "../../../server/contract/paths.ts";
import { returnPathOf } from "../../../server/contract/local-paths.ts";
import { fieldsOf, textOf } from "../../lib/read-fields.ts";
import { readJson, type TextStorage } from "../../lib/storage.ts";

/** Result of an external login: a code or an error text. `state` identifies the attempt. */
export type LoginResult = { state: string | null } & ({ code: string } | { error: string });

/** Storage key of a result on its way to the sign-in page of this or another window. */
export const RESULT_KEY = "loginResult";
const REDIRECT_KEY = "loginRedirect";
/** Lifetime of a stored result; the provider's codes expire within minutes. */
const STORED_MS = 5 * 60_000;

type LoginStores = { tab: TextStorage; browser: TextStorage };
type Redirect = { state: string | null; target: string };

/** Records that the external login runs in this window instead of a popup. */
export function noteRedirect(tab: TextStorage, redirect: Redirect): void {
  tab.setItem(REDIRECT_KEY, JSON.stringify(redirect));
}

/** Stores a result for the sign-in page. */
export function storeResult(storage: TextStorage, result: LoginResult): void {
  storage.setItem(RESULT_KEY, JSON.stringify({ at: Date.now(), result: toMessage(result) }));
}

/** Removes and returns the stored result. */
export function takeResult(storage: TextStorage): LoginResult | undefined {
  const result = findResult(storage);
  storage.removeItem(RESULT_KEY);
  return result;
}

/** Removes and returns the result of one attempt. Results of other attempts stay. */
export function takeResultOf(storage: TextStorage, state: string | null): LoginResult | undefined {
  return findResult(storage)?.state === state ? takeResult(storage) : undefined;
}

/**
 * Removes and returns a result that no window has received. Because any website can link to the
 * callback, error texts are replaced and codes without `state` are rejected.
 */
export function takeUnclaimed(storage: TextStorage): LoginResult | undefined {
  const result = takeResult(storage);
  if (!result || ("code" in result && result.state !== null)) return result;
  return { state: result.state, error: signInMessages.loginDenied };
}

/** Removes all stored results, after a sign-in. */
export function forgetResults({ tab, browser }: LoginStores): void {
  tab.removeItem(RESULT_KEY);
  browser.removeItem(RESULT_KEY);
}

function findResult(storage: TextStorage): LoginResult | undefined {
  const { at, result } = fieldsOf(readJson(storage, RESULT_KEY));
  const isFresh = typeof at === "number" && Math.abs(Date.now() - at) < STORED_MS;
  return isFresh ? readMessage(result) : undefined;
}

type CallbackWindow = {
  opener: Pick<Window, "postMessage"> | null;
  location: Pick<Location, "origin">;
};

/**
 * Passes the result to the sign-in page: in this window if the attempt started here, else to the
 * opener, else via localStorage to any window. For `redirect`, navigate to `path` to finish the
 * login.
 */
export function passOn(
  result: LoginResult,
  { window, tab, browser }: LoginStores & { window: CallbackWindow },
): { to: "opener" | "storage" } | { to: "redirect"; path: string } {
  const redirect = takeRedirect(tab);
  // A popup inherits the opener's session storage: ignore the redirect of another attempt.
  if (redirect && redirect.state === result.state) {
    storeResult(tab, result);
    return { to: "redirect", path: loginPathTo(returnPathOf({ returnUrl: redirect.target })) };
  }
  if (window.opener) {
    window.opener.postMessage(toMessage(result), window.location.origin);
    return { to: "opener" };
  }
  storeResult(browser, result);
  return { to: "storage" };
}

/** Moves an unclaimed result to this tab; returns the login path, or undefined if none. */
export function finishHere({ tab, browser }: LoginStores): string | undefined {
  const result = takeUnclaimed(browser);
  if (!result) return undefined;
  storeResult(tab, result);
  return loginPathTo("/account");
}

function takeRedirect(tab: TextStorage): Redirect | undefined {
  const { state, target } = fieldsOf(readJson(tab, REDIRECT_KEY));
  tab.removeItem(REDIRECT_KEY);
  if (typeof target !== "string") return undefined;
  return { state: typeof state === "string" ? state : null, target };
}

const KIND = "external-login";
const MAX_LENGTH = 2000;
// Only words and plain punctuation, because any site can link here: no URL, number or markup.
const HARMLESS = /^[\p{L}\p{M}' ,()-]{1,120}\.?$/u;

/** Reads the query of the callback page. Throws when it has neither a code nor an error. */
export function readCallback(query: Record<string, unknown>): LoginResult {
  const text = (name: string) => textOf(query[name]);
  const state = text("state") || null;
  if (text("error")) return { state, error: harmlessText(text("error_description")) };
  if (text("code")) return { state, code: text("code") };
  throw new Error(signInMessages.loginNothing);
}

/** Converts a result to a `postMessage` payload. */
export function toMessage(result: LoginResult): Record<string, unknown> {
  return { kind: KIND, ...result };
}

/** Parses a `postMessage` payload; undefined for anything but a result. */
export function readMessage(value: unknown): LoginResult | undefined {
  const { kind, state, code, error, ...rest } = fieldsOf(value);
  if (kind !== KIND || Object.keys(rest).length > 0) return undefined;
  if (state !== null && !isShortText(state)) return undefined;
  if (isShortText(code) && error === undefined) return { state, code };
  if (isShortText(error) && code === undefined) return { state, error: harmlessText(error) };
  return undefined;
}

function harmlessText(text: string): string {
  return HARMLESS.test(text) ? text : signInMessages.loginDenied;
}

function isShortText(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= MAX_LENGTH;
}
