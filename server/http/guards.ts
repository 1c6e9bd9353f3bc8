import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { CurrentUser } from "../contract/auth.ts";
import { refusals } from "../contract/refusals.ts";
import { MEANT_USER_HEADER } from "../contract/tables.ts";
import type { Deps } from "../deps.ts";
import type { Administrator } from "../domain/sign-in/administrators.ts";
import { administratorOf } from "../domain/sign-in/sessions.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "./env.ts";
import { getUser, sessionToken } from "./viewer.ts";

/** Only a guard sets `c.var.user`: read without one it does not compile (decision: who-asks-once). */
export type SignedInEnv = AppEnv & { Variables: { user: CurrentUser } };
/** Only the administrator guard sets a user who can write (decision: rights-at-use). */
export type AdminEnv = AppEnv & { Variables: { user: CurrentUser & Administrator } };

/** Who may call what stands behind a guard. */
type Guard = "user" | "admin";

const guards = new WeakMap<object, Guard>();

/** Whom this middleware lets pass; undefined when it is no guard. */
export function findGuard(handler: unknown): Guard | undefined {
  return typeof handler === "function" ? guards.get(handler) : undefined;
}

/** What one user wrote is not sent as another's: AppError `unauthenticated` for a request that means one. */
function userMeant(c: Context, deps: Deps): CurrentUser {
  const user = getUser(c, deps);
  const meant = c.req.header(MEANT_USER_HEADER) ?? String(user.id);
  if (meant === String(user.id)) return user;
  throw new AppError("unauthenticated", refusals.otherUser, { reason: "other_user" });
}

/** Lets signed-in visitors pass, as `c.var.user`; AppError `unauthenticated` for all others. */
export function requireUser(deps: Deps) {
  const guard = createMiddleware<SignedInEnv>(async (c, next) => {
    c.set("user", userMeant(c, deps));
    await next();
  });
  guards.set(guard, "user");
  return guard;
}

/** Like `requireUser`, for administrators alone; AppError `forbidden` for other users. */
export function requireAdmin(deps: Deps) {
  const guard = createMiddleware<AdminEnv>(async (c, next) => {
    const user = administratorOf(deps, {
      user: userMeant(c, deps),
      token: sessionToken(c, deps) ?? "",
    });
    user.requireRights();
    c.set("user", user);
    await next();
  });
  guards.set(guard, "admin");
  return guard;
}

/** What is told to administrators stands in no cache. */
export const noStore = createMiddleware<AppEnv>(async (c, next) => {
  c.header("Cache-Control", "no-store");
  await next();
});
