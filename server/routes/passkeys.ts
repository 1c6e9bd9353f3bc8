import { type Context, Hono } from "hono";
import { newPasskey, passkeyAnswer, passkeyName } from "../domain/sign-in/passkey-requests.ts";
import type { Deps } from "../deps.ts";
import {
  addPasskey,
  describePasskeys,
  removePasskey,
  renamePasskey,
  createRegistrationOptions,
} from "../domain/sign-in/passkeys.ts";
import type { AppEnv } from "../http/hono-env.ts";
import { type AdminEnv, publicAccess } from "../http/guards.ts";
import { json, smallBody } from "../http/json.ts";
import { createRateLimit, limitedBy } from "../http/rate-limits.ts";
import { createPasskeyOptions, signInByPasskey } from "../http/sign-in.ts";
import { browserHashOf, buyerHashOf, sessionToken } from "../http/visitor.ts";

const PASSKEY_LIMIT = { name: "passkey", points: 60, seconds: 3600, durable: false };

/** Calls to sign in with a passkey, or to renew a session's passkey check. */
export const passkeyRoutes = (deps: Deps) => {
  const limit = createRateLimit(deps, PASSKEY_LIMIT);
  return new Hono<AppEnv>()
    .post("/challenge", publicAccess, limitedBy(limit), smallBody, (c) => {
      c.header("Cache-Control", "no-store");
      return c.json(createPasskeyOptions(c, deps), 200);
    })
    .post("/sign-in", publicAccess, json(passkeyAnswer, { limit }), async (c) =>
      c.json({ user: await signInByPasskey(c, deps, c.req.valid("json")) }, 200),
    );
};

/** Calls for the administrator's own passkeys. */
export const adminPasskeyRoutes = (deps: Deps) => {
  const list = (c: Context<AdminEnv>) => describePasskeys(deps, c.var.user);
  return new Hono<AdminEnv>()
    .get("/", (c) => c.json(list(c), 200))
    .post("/challenge", (c) => {
      const options = createRegistrationOptions(deps, c.var.user, buyerHashOf(c, deps));
      return c.json(options, 200);
    })
    .post("/", json(newPasskey), async (c) => {
      await addPasskey(deps, c.var.user, {
        answer: c.req.valid("json"),
        browserHash: browserHashOf(c, deps) ?? "",
        userAgent: c.req.header("User-Agent") ?? null,
        token: sessionToken(c, deps) ?? "",
      });
      return c.json(list(c), 201);
    })
    .put("/:id{[0-9]{1,15}}", json(passkeyName), (c) => {
      renamePasskey(deps, c.var.user, { id: Number(c.req.param("id")), ...c.req.valid("json") });
      return c.json(list(c), 200);
    })
    .delete("/:id{[0-9]{1,15}}", (c) => {
      removePasskey(deps, c.var.user, {
        id: Number(c.req.param("id")),
        token: sessionToken(c, deps) ?? "",
      });
      return c.json(list(c), 200);
    });
};
