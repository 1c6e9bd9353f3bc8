import { randomUUID } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { Deps } from "../deps.ts";
import type { AppEnv } from "./env.ts";

/**
 * Gives each request an id that its answer and its log lines carry. Reads that went well are logged
 * at debug level only. Lines hold the path without its query: no token, no email, no session id.
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
 * What visitors do wrong is information, a fault an error. Warnings are for what a person has to look
 * at, such as a provider that fails: no visitor can fill the log with them.
 */
function levelOf(method: string, status: number): "error" | "info" | "debug" {
  if (status >= 500) return "error";
  const isRead = method === "GET" || method === "HEAD";
  return isRead && status < 400 ? "debug" : "info";
}
