import { createHmac, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import type { CurrentUser } from "../contract/auth.ts";
import { refusals } from "../contract/refusals.ts";
import { HOUR_MS } from "../contract/time.ts";
import type { Deps } from "../deps.ts";
import { BROWSER_SPEAKS_MS } from "../domain/files/grants.ts";
import type { Viewer } from "../domain/viewer.ts";
import { endSession, findSessionUser, SESSION_LIFETIME_MS } from "../domain/sign-in/sessions.ts";
import { sha256Hex } from "../domain/tokens.ts";
import { AppError } from "../errors.ts";
import {
  BUYER_COOKIE,
  cookieOptions,
  readCookie,
  readSigned,
  SESSION_COOKIE,
  writeSigned,
} from "./cookies.ts";
import type { Visitor } from "./env.ts";
import { findIdempotencyKey } from "./idempotency-key.ts";
import { clientKey } from "./limits.ts";

/** With a shorter key, another client at the same address could guess it and get the same cookie. */
const LEAST_CLICK_KEY_LENGTH = 16;

/**
 * Returns the visitor, from the buyer's cookie and the session's. Queries the database at most once per
 * request, and not at all without a session cookie.
 */
export function viewerOf(c: Context, deps: Deps): Visitor {
  const known: Visitor | undefined = c.get("viewer");
  if (known) return known;
  const token = sessionToken(c, deps);
  const user = (token && findSessionUser(deps, token)) || null;
  const viewer: Visitor = { browserHash: browserHashOf(c, deps), user };
  c.set("viewer", viewer);
  return viewer;
}

/** Returns the signed-in user. Throws AppError `unauthenticated` without one. */
export function getUser(c: Context, deps: Deps): CurrentUser {
  const { user } = viewerOf(c, deps);
  if (!user) throw new AppError("unauthenticated", refusals.notSignedIn);
  return user;
}

/** Returns the session token that the browser sent, not validated. */
export function sessionToken(c: Context, deps: Pick<Deps, "config">): string | undefined {
  return readCookie(c, deps, SESSION_COOKIE);
}

/** Returns the hash that links orders to this browser; null without a buyer's cookie. */
export function browserHashOf(c: Context, deps: Deps): string | null {
  const browserId = readSigned(c, deps, BUYER_COOKIE);
  return browserId ? sha256Hex(browserId) : null;
}

/**
 * Like `viewerOf`, but sets or renews the buyer's cookie. Retries of one click (same Idempotency-Key, same
 * client) get the same cookie, so they belong to the same checkout.
 */
export function buyerOf(c: Context, deps: Deps): Viewer & { browserHash: string } {
  return { ...viewerOf(c, deps), browserHash: buyerHashOf(c, deps) };
}

/** Like `buyerOf`, but returns only the browser's hash, without a database query. */
export function buyerHashOf(c: Context, deps: Deps): string {
  const browserId = readSigned(c, deps, BUYER_COOKIE) ?? idOfClick(c, deps) ?? newBrowserId();
  setBrowserId(c, deps, browserId);
  return sha256Hex(browserId);
}

/**
 * Derives an id from client, hour and key, so that other clients or later clicks cannot get the same cookie.
 */
function idOfClick(c: Context, { secret, clock, config }: Deps): string | undefined {
  const clickKey = findIdempotencyKey(c) ?? "";
  if (clickKey.length < LEAST_CLICK_KEY_LENGTH) return undefined;
  const hour = Math.floor(clock.now().getTime() / HOUR_MS);
  const click = ["click", hour, clientKey(c, config.trustedProxy), clickKey].join("\n");
  return createHmac("sha256", secret).update(click).digest("base64url");
}

/** Creates a random id for a new browser. */
export function newBrowserId(): string {
  return randomBytes(32).toString("base64url");
}

/** Sets the buyer's cookie. */
export function setBrowserId(c: Context, deps: Deps, browserId: string): void {
  const seconds = BROWSER_SPEAKS_MS / 1000;
  writeSigned(c, deps, { ...BUYER_COOKIE, payload: browserId, seconds });
}

/** Sets a new session cookie and ends the previous session. */
export function setSession(c: Context, deps: Deps, token: string): void {
  const former = sessionToken(c, deps);
  if (former) endSession(deps, former);
  // The session's row may expire earlier.
  const maxAge = SESSION_LIFETIME_MS / 1000;
  setCookie(c, SESSION_COOKIE, token, { ...cookieOptions(deps), maxAge });
}

/**
 * Signs the browser out and removes its buyer id, so that the next person sees no orders. Clears the
 * browser's cache but not its storage, which contains the tracking choice.
 */
export function forgetBrowser(c: Context, deps: Pick<Deps, "config">): void {
  c.header("Clear-Site-Data", '"cache"');
  for (const name of [SESSION_COOKIE, BUYER_COOKIE.name]) {
    deleteCookie(c, name, cookieOptions(deps));
  }
}
