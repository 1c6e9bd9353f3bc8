import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Deps } from "../deps.ts";
import { isSigned, sign } from "../domain/tokens.ts";

/** The signed-in session. */
export const SESSION_COOKIE = "session";
/** A cookie that no browser can have but from us; `purpose` keeps its signature apart from others. */
type SignedCookie = { name: string; purpose: string };
/** The browser that buys, and that asks for codes. */
export const BUYER_COOKIE: SignedCookie = { name: "buyer", purpose: "buyer-cookie" };
/** The browser's attempts to sign in with an external login. */
export const LOGIN_COOKIE: SignedCookie = { name: "login", purpose: "login-cookie" };

/**
 * What every cookie of the shop has in common. Over https its name begins with `__Host-`: neither a
 * sibling host nor a visit over http can put one in its place.
 */
export function cookieOptions({ config }: Pick<Deps, "config">) {
  const secure = config.publicUrl.startsWith("https:");
  const prefix = secure ? ("host" as const) : undefined;
  return { httpOnly: true, sameSite: "Lax" as const, secure, path: "/", ...(prefix && { prefix }) };
}

/** What the browser sent under this name. */
export function readCookie(
  c: Context,
  deps: Pick<Deps, "config">,
  name: string,
): string | undefined {
  return getCookie(c, name, cookieOptions(deps).prefix);
}

/** What we have put into this cookie; undefined where there is none, or one that is not ours. */
export function readSigned(
  c: Context,
  deps: Deps,
  { name, purpose }: SignedCookie,
): string | undefined {
  const [payload, signature] = (readCookie(c, deps, name) ?? "").split(".");
  if (!payload || !signature) return undefined;
  return isSigned(deps.secret, purpose, payload, signature) ? payload : undefined;
}

/** Lets the browser keep `payload`, which has no full stop in it, for so many seconds. */
export function writeSigned(
  c: Context,
  deps: Deps,
  { name, purpose, payload, seconds }: SignedCookie & { payload: string; seconds: number },
): void {
  const value = `${payload}.${sign(deps.secret, purpose, payload)}`;
  setCookie(c, name, value, { ...cookieOptions(deps), maxAge: seconds });
}
