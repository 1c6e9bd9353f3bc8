import type { Context } from "hono";
import type { Deps } from "../deps.ts";
import { type AdminCall, type OnceWork, runOnce } from "../domain/idempotency.ts";
import type { AdminEnv } from "./guards.ts";
import { findIdempotencyKey } from "./idempotency-key.ts";

/**
 * Runs an administrator's request once per idempotency key. Returns the new or the stored response. Reusing
 * the key with another path, query, condition or `body` is an error. Throws like `runOnce` and
 * `findIdempotencyKey`.
 */
export async function answerOnce(
  c: Context<AdminEnv>,
  deps: Pick<Deps, "db" | "clock">,
  { body, work }: { body: unknown; work: OnceWork },
): Promise<Response> {
  const response = await runOnce(deps, callOf(c, body), work);
  for (const [name, value] of Object.entries(response.headers ?? {})) c.header(name, value);
  const json = { "Content-Type": "application/json" };
  return c.newResponse(JSON.stringify(response.body), response.status as 200, json);
}

function callOf(c: Context<AdminEnv>, body: unknown): AdminCall {
  const admin = c.var.user;
  const key = findIdempotencyKey(c);
  if (key === undefined) return { admin };
  const { pathname, search } = new URL(c.req.url);
  const request = [c.req.method, pathname + search, c.req.header("If-Match") ?? null, body];
  return { admin, keyed: { scope: `admin:${admin.id}`, key, request } };
}
