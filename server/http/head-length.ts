import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./env.ts";

/**
 * Gives an answer to HEAD the length of the body that GET would have. Hono makes that body and drops
 * it, after which Bun would say 0.
 */
export const headLength = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (c.req.method !== "HEAD" || !c.res.body || c.res.headers.has("Content-Length")) return;
  const { byteLength } = await c.res.arrayBuffer();
  c.res.headers.set("Content-Length", String(byteLength));
});
