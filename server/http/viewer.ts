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

/**
 * With a shorter key, another client at the same address could guess it and get the same cookie.
 */
const LEAST_CLICK_KEY_LENGTH = 16;

/**
 * Who asks, by the buyer's cookie and by the session's. The database is asked once a request at most,
 * and not at all without a session's cookie: the answer is who it was when the request came in.
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

/** The signed-in user; throws AppError `unauthenticated` when there is none. */
export function getUser(c: Context, deps: Deps): CurrentUser {
  const { user } = viewerOf(c, deps);
  if (!user) throw new AppError("unauthenticated", refusals.notSignedIn);
  return user;
}

/** The session token that the browser sent, whether it is good or not. */
export function sessionToken(c: Context, deps: Pick<Deps, "config">): string | undefined {
  return readCookie(c, deps, SESSION_COOKIE);
}

/** What orders know this browser by; null for one without a buyer's cookie. */
export function browserHashOf(c: Context, deps: Deps): string | null {
  const browserId = readSigned(c, deps, BUYER_COOKIE);
  return browserId ? sha256Hex(browserId) : null;
}

/**
 * Like `viewerOf`, and gives a browser that has no buyer's cookie one; the cookie it has lasts anew.
 * Two tries of one click (the same Idempotency-Key of the same client) get the same cookie, so both
 * belong to the same checkout.
 */
export function buyerOf(c: Context, deps: Deps): Viewer & { browserHash: string } {
  return { ...viewerOf(c, deps), browserHash: buyerHashOf(c, deps) };
}

/** Only the browser's half of `buyerOf`, for which the database is not asked. */
export function buyerHashOf(c: Context, deps: Deps): string {
  const browserId = readSigned(c, deps, BUYER_COOKIE) ?? idOfClick(c, deps) ?? newBrowserId();
  setBrowserId(c, deps, browserId);
  return sha256Hex(browserId);
}

/** Bound to client and hour: no other client and no later click gets that cookie by its key. */
function idOfClick(c: Context, { secret, clock, config }: Deps): string | undefined {
  const clickKey = findIdempotencyKey(c) ?? "";
  if (clickKey.length < LEAST_CLICK_KEY_LENGTH) return undefined;
  const hour = Math.floor(clock.now().getTime() / HOUR_MS);
  const click = ["click", hour, clientKey(c, config.trustedProxy), clickKey].join("\n");
  return createHmac("sha256", secret).update(click).digest("base64url");
}

/** The id of a browser that was never seen before. */
export function newBrowserId(): string {
  return randomBytes(32).toString("base64url");
}

/** Lets the browser show this id from now on. */
export function setBrowserId(c: Context, deps: Deps, browserId: string): void {
  const seconds = BROWSER_SPEAKS_MS / 1000;
  writeSigned(c, deps, { ...BUYER_COOKIE, payload: browserId, seconds });
}

/** Gives the browser a fresh session and ends the one that it had. */
export function setSession(c: Context, deps: Deps, token: string): void {
  const former = sessionToken(c, deps);
  if (former) endSession(deps, former);
  // The session itself may end before, by its own row.
  const maxAge = SESSION_LIFETIME_MS / 1000;
  setCookie(c, SESSION_COOKIE, token, { ...cookieOptions(deps), maxAge });
}

/**
 * Signs the browser out: it has no session any more, and speaks for no order either, so that the
 * next person at it sees nothing of what was bought with it. What the browser cached goes as well, and
 * of its storage nothing: the choice about tracking is there, and stays.
 */
export function forgetBrowser(c: Context, deps: Pick<Deps, "config">): void {
  c.header("Clear-Site-Data", '"cache"');
  for (const name of [SESSION_COOKIE, BUYER_COOKIE.name]) {
    deleteCookie(c, name, cookieOptions(deps));
  }
}
