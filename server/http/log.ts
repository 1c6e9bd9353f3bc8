import { randomUUID } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { Deps } from "../deps.ts";
import type { AppEnv } from "./hono-env.ts";

/** Logs each request with its id and without its query; successful reads only at debug level. */
export function requestLog({ log }: Pick<Deps, "log">) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const requestId = randomUUID();
    c.set("requestId", requestId);
    const startedAt = performance.now();
    await next();
    c.res.headers.set("X-Request-Id", requestId);
    const level = levelOf(c.req.method, c.res.status);
    if (!log.isLevelEnabled(level)) return;
    log[level]({
      requestId,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round(performance.now() - startedAt),
    });
  });
}

/** Returns the log level. Warnings are only for problems that need a person, not for requests. */
function levelOf(method: string, status: number): "error" | "info" | "debug" {
  if (status >= 500) return "error";
  const isRead = method === "GET" || method === "HEAD";
  return isRead && status < 400 ? "debug" : "info";
}
