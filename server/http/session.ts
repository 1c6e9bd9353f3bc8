import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { refusals } from "../contract/messages.ts";
import type { CurrentUser } from "../contract/auth.ts";
import type { Deps } from "../deps.ts";
import { findSessionUser, SESSION_LIFETIME_MS } from "../domain/sessions.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "./env.ts";

const COOKIE = "session";
/** Browsers keep no cookie longer than 400 days; the session itself ends by its own row. */
const COOKIE_SECONDS = Math.floor(SESSION_LIFETIME_MS / 1000) * 12;

/** The session token that the browser sent, whether it is good or not. */
export function sessionToken(c: Context<AppEnv>): string | undefined {
  return getCookie(c, COOKIE);
}

/** The signed-in user; throws AppError `unauthenticated` when there is none. */
export function requireUser(c: Context<AppEnv>, deps: Deps): CurrentUser {
  const token = sessionToken(c);
  const user = token ? findSessionUser(deps, token) : undefined;
  if (!user) throw new AppError("unauthenticated", refusals.notSignedIn);
  return user;
}

/** Gives the browser a fresh session in place of whatever it had. */
export function setSession(c: Context<AppEnv>, deps: Deps, token: string): void {
  setCookie(c, COOKIE, token, { ...cookieOptions(deps), maxAge: COOKIE_SECONDS });
}

/** Takes the session cookie away. */
export function clearSession(c: Context<AppEnv>, deps: Deps): void {
  deleteCookie(c, COOKIE, cookieOptions(deps));
}

function cookieOptions({ config }: Deps) {
  const secure = config.publicUrl.startsWith("https:");
  return { httpOnly: true, sameSite: "Lax" as const, secure, path: "/" };
}
