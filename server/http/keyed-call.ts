import type { Context } from "hono";
import { CHANGE_SET_HEADER } from "../contract/tables.ts";
import type { Call, KeptAnswer } from "../domain/tables/once.ts";
import type { AdminEnv } from "./guards.ts";
import { findIdempotencyKey } from "./idempotency-key.ts";

/**
 * A request of the signed-in administrator with its idempotency key, if any. The same key with
 * another path, query, condition or `body` is another request. Throws like `findIdempotencyKey`.
 */
export function callOf(c: Context<AdminEnv>, body: unknown): Call {
  const admin = c.var.user;
  const key = findIdempotencyKey(c);
  if (key === undefined) return { admin };
  const { pathname, search } = new URL(c.req.url);
  const request = [c.req.method, pathname + search, c.req.header("If-Match") ?? null, body];
  return { admin, keyed: { scope: `admin:${admin.id}`, key, request } };
}

/** Names what undoes a call; nothing where it has changed nothing. */
export function changeSetHeader(id: number | null): Record<string, string> {
  return id === null ? {} : { [CHANGE_SET_HEADER]: String(id) };
}

/** Answers a call with what was kept for it. */
export function answerKept(c: Context<AdminEnv>, { status, body, headers }: KeptAnswer): Response {
  for (const [name, value] of Object.entries(headers ?? {})) c.header(name, value);
  return c.newResponse(JSON.stringify(body), status as 200, { "Content-Type": "application/json" });
}
