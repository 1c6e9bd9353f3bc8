import type { Context } from "hono";
import { parse } from "hono/utils/cookie";
import type { CurrentUser } from "../contract/sign-in.ts";
import type { Deps } from "../deps.ts";
import type { Viewer } from "../domain/viewer.ts";
import { findSessionUser } from "../domain/sign-in/sessions.ts";
import { AppError, refusals } from "../errors.ts";
import {
  browserHashOf,
  buyerHashOf,
  cookieOptions,
  SESSION_COOKIE,
  sessionToken,
} from "./cookies.ts";
import type { Visitor } from "./hono-env.ts";

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
  if (!user) throw new AppError("unauthenticated", refusals.notSignedIn);
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
