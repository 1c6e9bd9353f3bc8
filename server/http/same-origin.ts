import { createMiddleware } from "hono/factory";
import { refusals } from "../contract/refusals.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "./env.ts";

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses changing requests that another site's page makes a browser send (CSRF). Browsers say where a
 * request comes from; programs that are no browser say nothing and carry no visitor's cookies.
 */
export function sameOrigin({ config }: Pick<Deps, "config">) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!READING.has(c.req.method) && isForeign(c.req.raw, config.publicUrl)) {
      throw new AppError("forbidden", refusals.foreignOrigin, { reason: "foreign_origin" });
    }
    await next();
  });
}

/** Refuses a reading request with effects of its own when another site's page makes it. */
export function refuseCrossSite({ config }: Pick<Deps, "config">) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (isForeign(c.req.raw, config.publicUrl)) {
      throw new AppError("forbidden", refusals.foreignOrigin, { reason: "foreign_origin" });
    }
    await next();
  });
}

/** One header that names another site is enough, whatever the other one says. */
function isForeign({ headers, url }: Request, publicUrl: string): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site !== null && site !== "same-origin" && site !== "none") return true;
  const origin = headers.get("Origin");
  if (origin === null || origin === publicUrl) return false;
  // A browser that vouches for itself may reach the shop by another name of its machine. "null" is
  // what it sends from a page that keeps its URL to itself, as the login's way back does.
  return site === null || (origin !== "null" && URL.parse(origin)?.host !== new URL(url).host);
}
