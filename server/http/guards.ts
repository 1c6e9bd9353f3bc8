import { createMiddleware } from "hono/factory";
import type { CurrentUser } from "../contract/auth.ts";
import { refusals } from "../contract/refusals.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "./env.ts";
import { getUser } from "./viewer.ts";

/** Only a guard sets `c.var.user`: read without one it does not compile (decision: who-asks-once). */
export type SignedInEnv = AppEnv & { Variables: { user: CurrentUser } };

/** Who may call what stands behind a guard. */
type Guard = "user" | "admin";

const guards = new WeakMap<object, Guard>();

/** Whom this middleware lets pass; undefined when it is no guard. */
export function findGuard(handler: unknown): Guard | undefined {
  return typeof handler === "function" ? guards.get(handler) : undefined;
}

/** Lets signed-in visitors pass, as `c.var.user`; AppError `unauthenticated` for all others. */
export function requireUser(deps: Deps) {
  const guard = createMiddleware<SignedInEnv>(async (c, next) => {
    c.set("user", getUser(c, deps));
    await next();
  });
  guards.set(guard, "user");
  return guard;
}

/** Like `requireUser`, for administrators alone; AppError `forbidden` for other users. */
export function requireAdmin(deps: Deps) {
  const guard = createMiddleware<SignedInEnv>(async (c, next) => {
    const user = getUser(c, deps);
    if (!user.isAdmin)
      throw new AppError("forbidden", refusals.administrators, { reason: "not_admin" });
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
