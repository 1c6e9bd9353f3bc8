import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Deps } from "../deps.ts";
import { isSigned, sign } from "../domain/tokens.ts";

/** Cookie with the token of the signed-in session. */
export const SESSION_COOKIE = "session";
/** A cookie signed by this store. `purpose` separates its signature from other signatures. */
type SignedCookie = { name: string; purpose: string };
/** Identifies a browser that buys or requests sign-in codes. */
export const BUYER_COOKIE: SignedCookie = { name: "buyer", purpose: "buyer-cookie" };
/** Pending external login attempts of the browser. */
export const LOGIN_COOKIE: SignedCookie = { name: "login", purpose: "login-cookie" };

/**
 * Options that all cookies share. Over https the `__Host-` prefix prevents sibling hosts and plain http from
 * replacing a cookie.
 */
export function cookieOptions({ config }: Pick<Deps, "config">) {
  const secure = config.publicUrl.startsWith("https:");
  const prefix = secure ? ("host" as const) : undefined;
  return { httpOnly: true, sameSite: "Lax" as const, secure, path: "/", ...(prefix && { prefix }) };
}

/** Returns the unverified value of a cookie. */
export function readCookie(
  c: Context,
  deps: Pick<Deps, "config">,
  name: string,
): string | undefined {
  return getCookie(c, name, cookieOptions(deps).prefix);
}

/** Returns the payload of a signed cookie, or undefined when it is missing or its signature is invalid. */
export function readSigned(
  c: Context,
  deps: Deps,
  { name, purpose }: SignedCookie,
): string | undefined {
  const [payload, signature] = (readCookie(c, deps, name) ?? "").split(".");
  if (!payload || !signature) return undefined;
  return isSigned(deps.secret, purpose, payload, signature) ? payload : undefined;
}

/** Sets a signed cookie. `payload` contains no full stop; the lifetime is in seconds. */
export function writeSigned(
  c: Context,
  deps: Deps,
  { name, purpose, payload, seconds }: SignedCookie & { payload: string; seconds: number },
): void {
  const value = `${payload}.${sign(deps.secret, purpose, payload)}`;
  setCookie(c, name, value, { ...cookieOptions(deps), maxAge: seconds });
}
