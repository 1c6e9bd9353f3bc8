import { randomUUID } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { Deps } from "../deps.ts";
import type { AppEnv } from "./env.ts";

/**
 * Gives each request an id, which its response and its log lines contain. Successful reads are logged only at
 * debug level. Log lines contain the path without its query, so no token, email or session id.
 */
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

/**
 * Client errors are logged as info, server errors as error. Warnings are reserved for problems that need a
 * person, so that visitors cannot flood them.
 */
function levelOf(method: string, status: number): "error" | "info" | "debug" {
  if (status >= 500) return "error";
  const isRead = method === "GET" || method === "HEAD";
  return isRead && status < 400 ? "debug" : "info";
}
