import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { createHmac, randomBytes } from "node:crypto";
import { parse } from "hono/utils/cookie";
import type { Deps } from "../deps.ts";
import { isSigned, sha256Hex, sign } from "../domain/tokens.ts";
import { HOUR_MS } from "../contract/time.ts";
import { GUEST_ACCESS_MS, type Viewer } from "../domain/viewer.ts";
import { endSession, findSessionUser, SESSION_LIFETIME_MS } from "../domain/sign-in/sessions.ts";
import type { CurrentUser } from "../contract/sign-in.ts";
import { buyerRefusals } from "../contract/refusals.ts";
import { AppError } from "../errors.ts";
import { type Discount, isDiscount, readCode } from "../contract/discounts.ts";
import { getDiscount } from "../domain/orders/discounts.ts";
import { findIdempotencyKey } from "./json.ts";
import { clientKey } from "./rate-limits.ts";
import type { Visitor } from "./hono-env.ts";

export const SESSION_COOKIE = "session";
/** `purpose` prevents the signature of one cookie from being valid for another. */
type SignedCookie = { name: string; purpose: string };
const BUYER_COOKIE: SignedCookie = { name: "buyer", purpose: "buyer-cookie" };
export const LOGIN_COOKIE: SignedCookie = { name: "login", purpose: "login-cookie" };

/** Over https the `__Host-` prefix protects the cookie from sibling hosts and plain http. */
export function cookieOptions({ config }: Pick<Deps, "config">) {
  const secure = config.publicUrl.startsWith("https:");
  const prefix = secure ? ("host" as const) : undefined;
  return { httpOnly: true, sameSite: "Lax" as const, secure, path: "/", ...(prefix && { prefix }) };
}

function readCookie(c: Context, deps: Pick<Deps, "config">, name: string): string | undefined {
  return getCookie(c, name, cookieOptions(deps).prefix);
}

export function readSigned(
  c: Context,
  deps: Deps,
  { name, purpose }: SignedCookie,
): string | undefined {
  const [payload, signature] = (readCookie(c, deps, name) ?? "").split(".");
  if (!payload || !signature) return undefined;
  return isSigned(deps.secret, purpose, payload, signature) ? payload : undefined;
}

/** Sets a signed cookie. `payload` must not contain a dot, which separates the signature. */
export function writeSigned(
  c: Context,
  deps: Deps,
  { name, purpose, payload, seconds }: SignedCookie & { payload: string; seconds: number },
): void {
  const value = `${payload}.${sign(deps.secret, purpose, payload)}`;
  setCookie(c, name, value, { ...cookieOptions(deps), maxAge: seconds });
}

/** Minimum length, so that clients at the same address cannot guess a key and get its cookie. */
const LEAST_CLICK_KEY_LENGTH = 16;

export function sessionToken(c: Context, deps: Pick<Deps, "config">): string | undefined {
  return readCookie(c, deps, SESSION_COOKIE);
}

/** Returns the hash that links orders to this browser; null without a buyer's cookie. */
export function browserHashOf(c: Context, deps: Deps): string | null {
  const browserId = readSigned(c, deps, BUYER_COOKIE);
  return browserId ? sha256Hex(browserId) : null;
}

/** Sets the buyer's cookie and returns its hash. Retries of one click get the same one, so they share a checkout. */
export function buyerHashOf(c: Context, deps: Deps): string {
  const browserId = readSigned(c, deps, BUYER_COOKIE) ?? idOfClick(c, deps) ?? newBrowserId();
  setBrowserId(c, deps, browserId);
  return sha256Hex(browserId);
}

/** Derives a browser id from client, hour and key. Other clients or later clicks cannot get it. */
function idOfClick(c: Context, { secret, clock, config }: Deps): string | undefined {
  const clickKey = findIdempotencyKey(c) ?? "";
  if (clickKey.length < LEAST_CLICK_KEY_LENGTH) return undefined;
  const hour = Math.floor(clock.now().getTime() / HOUR_MS);
  const click = ["click", hour, clientKey(c, config.trustedProxy), clickKey].join("\n");
  return createHmac("sha256", secret).update(click).digest("base64url");
}

export function newBrowserId(): string {
  return randomBytes(32).toString("base64url");
}

export function setBrowserId(c: Context, deps: Deps, browserId: string): void {
  const seconds = GUEST_ACCESS_MS / 1000;
  writeSigned(c, deps, { ...BUYER_COOKIE, payload: browserId, seconds });
}

export function setSession(c: Context, deps: Deps, token: string): void {
  const former = sessionToken(c, deps);
  if (former) endSession(deps, former);
  // The session may expire earlier in the database.
  const maxAge = SESSION_LIFETIME_MS / 1000;
  setCookie(c, SESSION_COOKIE, token, { ...cookieOptions(deps), maxAge });
}

/** Deletes the session and buyer cookies and the cache, but not the stored tracking choice. */
export function forgetBrowser(c: Context, deps: Pick<Deps, "config">): void {
  c.header("Clear-Site-Data", '"cache"');
  for (const name of [SESSION_COOKIE, BUYER_COOKIE.name]) {
    deleteCookie(c, name, cookieOptions(deps));
  }
}

/** Returns the visitor of a request; cached, so at most one database query per request. */
export function viewerOf(c: Context, deps: Deps): Visitor {
  const known: Visitor | undefined = c.get("viewer");
  if (known) return known;
  const token = sessionToken(c, deps);
  const user = (token && findSessionUser(deps, token)) || null;
  const viewer: Visitor = { browserHash: browserHashOf(c, deps), user };
  c.set("viewer", viewer);
  return viewer;
}

export function getUser(c: Context, deps: Deps): CurrentUser {
  const { user } = viewerOf(c, deps);
  if (!user) throw new AppError("unauthenticated", buyerRefusals.notSignedIn);
  return user;
}

/** Whether a request has an administrator's session. */
export function isAdmin(deps: Deps, headers: Headers): boolean {
  const cookies = headers.get("Cookie") ?? "";
  if (!cookies.includes(`${SESSION_COOKIE}=`)) return false;
  const name = cookieOptions(deps).prefix ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE;
  const token = parse(cookies, name)[name];
  return token !== undefined && findSessionUser(deps, token)?.isAdmin === true;
}

/** Returns the visitor as a buyer, with the buyer's cookie set. */
export function buyerOf(c: Context, deps: Deps): Viewer & { browserHash: string } {
  return { ...viewerOf(c, deps), browserHash: buyerHashOf(c, deps) };
}

/** Session cookie with the visitor's code, and the parameter of the landing page that sets it. */
export const CODE_COOKIE = "code";

// Readable by the page, which shows the prices on pages that all visitors share.
const optionsFor = (deps: Pick<Deps, "config">) => {
  const { secure } = cookieOptions(deps);
  return { sameSite: "Lax" as const, secure, path: "/" };
};

/** Returns the discount code of this visit. */
export function discountCodeOf(c: Context): string | undefined {
  return readCode(getCookie(c, CODE_COOKIE));
}

/** Forgets the code of this visit. */
export function forgetDiscountCode(c: Context, deps: Pick<Deps, "config">): void {
  deleteCookie(c, CODE_COOKIE, optionsFor(deps));
}

/**
 * Returns the prices with a code and remembers it until the browser is closed. A code without prices
 * only deletes the remembered one. Throws AppError `payment_provider`.
 */
export async function rememberDiscount(c: Context, deps: Deps, text: string): Promise<Discount> {
  const remember = (code: string) => setCookie(c, CODE_COOKIE, code, optionsFor(deps));
  const discount = await getDiscount(deps, text).catch((error: unknown) => {
    // The checkout may reach the provider again.
    const code = readCode(text);
    if (code !== undefined) remember(code);
    throw error;
  });
  if (isDiscount(discount)) remember(discount.code);
  else forgetDiscountCode(c, deps);
  return discount;
}
