import { createMiddleware } from "hono/factory";
import { refusals } from "../contract/messages.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "./env.ts";

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses changing requests that another site's page makes a browser send. Browsers say where a
 * request comes from; programs that are no browser say nothing and carry nobody's cookies.
 */
export function sameOrigin({ config }: Pick<Deps, "config">) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!READING.has(c.req.method) && isForeign(c.req.raw.headers, config.publicUrl)) {
      throw new AppError("forbidden", refusals.foreignOrigin);
    }
    await next();
  });
}

/** Refuses a reading request with effects of its own when another site's page makes it. */
export const refuseCrossSite = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.header("Sec-Fetch-Site") === "cross-site") {
    throw new AppError("forbidden", refusals.foreignOrigin);
  }
  await next();
});

function isForeign(headers: Headers, publicUrl: string): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = headers.get("Origin");
  return origin !== null && origin !== publicUrl;
}
