import type { Context, Handler, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { CurrentUser } from "../contract/sign-in.ts";
import { MEANT_USER_HEADER } from "../contract/tables.ts";
import type { Deps } from "../deps.ts";
import type { Administrator } from "../domain/sign-in/administrators.ts";
import { administratorOf } from "../domain/sign-in/sessions.ts";
import { buyerRefusals } from "../contract/refusals.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "./hono-env.ts";
import { getUser, sessionToken } from "./visitor.ts";
import { type AdminCall, type OnceWork, runOnce } from "../domain/upkeep/idempotency.ts";
import { findIdempotencyKey } from "./json.ts";

/** Only a guard sets `c.var.user`; reading it without a guard does not compile. */
type SignedInEnv = AppEnv & { Variables: { user: CurrentUser } };
/** Hono environment of admin routes; `requireRights` re-checks rights in the write transaction. */
export type AdminEnv = AppEnv & { Variables: { user: CurrentUser & Administrator } };

const ACCESS = ["public", "user", "admin"] as const;
export type Access = (typeof ACCESS)[number];

const accessOf = new WeakMap<object, Access>();

/** Performs no check: the route itself decides which data a visitor gets. */
export const publicAccess: MiddlewareHandler<AppEnv> = (_c, next) => next();
accessOf.set(publicAccess, "public");

/** Requires a signed-in visitor and sets `c.var.user`; else throws AppError `unauthenticated`. */
export function requireUser(deps: Deps) {
  const guard = createMiddleware<SignedInEnv>(async (c, next) => {
    c.set("user", getMeantUser(c, deps));
    await next();
  });
  accessOf.set(guard, "user");
  return guard;
}

/** Requires an administrator and disables caching. Throws `unauthenticated` or `forbidden`. */
export function requireAdmin(deps: Deps) {
  const guard = createMiddleware<AdminEnv>(async (c, next) => {
    c.header("Cache-Control", "no-store");
    const user = administratorOf(deps, {
      user: getMeantUser(c, deps),
      token: sessionToken(c, deps) ?? "",
    });
    user.requireRights();
    c.set("user", user);
    await next();
  });
  accessOf.set(guard, "admin");
  return guard;
}

/** Returns the signed-in user. Throws if the request names another user in `X-Meant-User`. */
function getMeantUser(c: Context, deps: Deps): CurrentUser {
  const user = getUser(c, deps);
  const meant = c.req.header(MEANT_USER_HEADER) ?? String(user.id);
  if (meant === String(user.id)) return user;
  throw new AppError("unauthenticated", buyerRefusals.otherUser, { reason: "other_user" });
}

type Route = { method: string; path: string; handler: Handler };
type Call = { method: string; path: string; access: Access };

/** Lists all routes with their access rules. Throws for a route without one. */
export function listCalls(routes: readonly Route[]): Call[] {
  const calls = new Map<string, Call>();
  for (const [index, route] of routes.entries()) {
    const { method, path } = route;
    if (findAccess(route) || isMiddleware(route)) continue;
    const rules = routes
      .slice(0, index)
      .filter((rule) => covers(rule, route))
      .map(findAccess);
    const access = ACCESS.findLast((each) => rules.includes(each));
    if (!access) throw new Error(`${method} ${path} has no access rule (server/http/guards.ts).`);
    calls.set(`${method} ${path}`, { method, path, access });
  }
  return [...calls.values()];
}

function findAccess({ handler }: Route): Access | undefined {
  return accessOf.get(handler);
}

function isMiddleware({ method, path }: Route): boolean {
  return method === "ALL" && path.endsWith("*");
}

/** "/a/*" covers "/a" and everything below. "/*" covers only itself, so no rule is app-wide. */
function covers(rule: Route, { method, path }: Route): boolean {
  if (rule.method !== "ALL" && rule.method !== method) return false;
  if (rule.path === path) return true;
  const base = rule.path.endsWith("/*") ? rule.path.slice(0, -2) : "";
  return base !== "" && (path === base || path.startsWith(`${base}/`));
}

/** Runs `work` once per idempotency key; a new method, URL, If-Match or `body` is rejected. */
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
