import { createHmac, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Deps } from "../deps.ts";
import type { Viewer } from "../domain/grants.ts";
import { findSessionUser } from "../domain/sessions.ts";
import { isSigned, sha256Hex, sign } from "../domain/tokens.ts";
import { BUYER_COOKIE, cookieOptions } from "./cookies.ts";
import type { AppEnv } from "./env.ts";
import { sessionToken } from "./session.ts";

const PURPOSE = "buyer-cookie";
const HOUR_MS = 3_600_000;
const YEAR_SECONDS = 31_536_000;
const CLICK_KEY = /^[\w-]{16,100}$/;

/** Who is asking: by the buyer's cookie and by the session cookie. Costs nothing without them. */
export function viewerOf(c: Context<AppEnv>, deps: Deps): Viewer {
  const browserId = readBrowserId(c, deps.secret);
  const token = sessionToken(c);
  return {
    browserHash: browserId ? sha256Hex(browserId) : null,
    user: (token && findSessionUser(deps, token)) || null,
  };
}

/**
 * Like `viewerOf`, and gives a browser that has no buyer's cookie one. Two tries of one click (the
 * same Idempotency-Key) get the same cookie, so both belong to the same checkout.
 */
export function buyerOf(c: Context<AppEnv>, deps: Deps): Viewer & { browserHash: string } {
  const viewer = viewerOf(c, deps);
  if (viewer.browserHash !== null) return { ...viewer, browserHash: viewer.browserHash };
  const browserId = newBrowserId(deps, c.req.header("Idempotency-Key"));
  setCookie(c, BUYER_COOKIE, `${browserId}.${sign(deps.secret, PURPOSE, browserId)}`, {
    ...cookieOptions(deps),
    maxAge: YEAR_SECONDS,
  });
  return { ...viewer, browserHash: sha256Hex(browserId) };
}

function readBrowserId(c: Context<AppEnv>, secret: string): string | undefined {
  const [browserId, signature] = (getCookie(c, BUYER_COOKIE) ?? "").split(".");
  if (!browserId || !signature) return undefined;
  return isSigned(secret, PURPOSE, browserId, signature) ? browserId : undefined;
}

/** Bound to the hour: whoever learns the key of an old click learns nothing by it. */
function newBrowserId({ secret, clock }: Deps, clickKey: string | undefined): string {
  if (!clickKey || !CLICK_KEY.test(clickKey)) return randomBytes(32).toString("base64url");
  const hour = Math.floor(clock.now().getTime() / HOUR_MS);
  return createHmac("sha256", secret).update(`click\n${hour}\n${clickKey}`).digest("base64url");
}
