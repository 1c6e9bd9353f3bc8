import { createMiddleware } from "hono/factory";
import { refusals } from "../contract/refusals.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "./env.ts";

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses unsafe requests that another site's page makes (CSRF). Non-browser clients send no origin headers
 * and carry no visitor's cookies.
 */
export function sameOrigin({ config }: Pick<Deps, "config">) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!READING.has(c.req.method) && isForeign(c.req.raw, config.publicUrl)) {
      throw new AppError("forbidden", refusals.foreignOrigin, { reason: "foreign_origin" });
    }
    await next();
  });
}

/** Refuses a GET request with side effects when another site's page makes it. */
export function refuseCrossSite({ config }: Pick<Deps, "config">) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (isForeign(c.req.raw, config.publicUrl)) {
      throw new AppError("forbidden", refusals.foreignOrigin, { reason: "foreign_origin" });
    }
    await next();
  });
}

/** A request is foreign if either header names another site. */
function isForeign({ headers, url }: Request, publicUrl: string): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site !== null && site !== "same-origin" && site !== "none") return true;
  const origin = headers.get("Origin");
  if (origin === null || origin === publicUrl) return false;
  // A browser that sends `same-origin` may use another host name of this machine. It sends "null" as the
  // origin from pages with a no-referrer policy, such as the login return.
  return site === null || (origin !== "null" && URL.parse(origin)?.host !== new URL(url).host);
}
