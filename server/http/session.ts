import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { refusals } from "../contract/messages.ts";
import type { CurrentUser } from "../contract/auth.ts";
import type { Deps } from "../deps.ts";
import { endSession, findSessionUser, SESSION_LIFETIME_MS } from "../domain/sessions.ts";
import { AppError } from "../errors.ts";
import { cookieOptions, SESSION_COOKIE } from "./cookies.ts";
import type { AppEnv } from "./env.ts";

/** Browsers keep no cookie longer than 400 days; the session itself ends by its own row. */
const COOKIE_SECONDS = Math.floor(SESSION_LIFETIME_MS / 1000) * 12;

/** The session token that the browser sent, whether it is good or not. */
export function sessionToken(c: Context<AppEnv>): string | undefined {
  return getCookie(c, SESSION_COOKIE);
}

/** The signed-in user; undefined when there is none. */
export function findUser(c: Context<AppEnv>, deps: Deps): CurrentUser | undefined {
  const token = sessionToken(c);
  return token ? findSessionUser(deps, token) : undefined;
}

/** Like `findUser`; throws AppError `unauthenticated` when there is none. */
export function requireUser(c: Context<AppEnv>, deps: Deps): CurrentUser {
  const user = findUser(c, deps);
  if (!user) throw new AppError("unauthenticated", refusals.notSignedIn);
  return user;
}

/** Gives the browser a fresh session. The one that it had is over: nobody may go on with it. */
export function setSession(c: Context<AppEnv>, deps: Deps, token: string): void {
  const former = sessionToken(c);
  if (former) endSession(deps, former);
  setCookie(c, SESSION_COOKIE, token, { ...cookieOptions(deps), maxAge: COOKIE_SECONDS });
}
