import { Hono } from "hono";
import { z } from "zod";
import { sessionRequest } from "../contract/auth.ts";
import { rowId } from "../contract/fields.ts";
import { refusals } from "../contract/refusals.ts";
import type { Deps } from "../deps.ts";
import { beginLogin, loginFailed } from "../domain/sign-in/external-login.ts";
import { endAllSessions, endOwnSession, listSessions } from "../domain/sign-in/sessions.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "../http/env.ts";
import { publicAccess, requireUser } from "../http/guards.ts";
import { json, query } from "../http/json.ts";
import { countOf, rateLimit } from "../http/limits.ts";
import { refuseCrossSite } from "../http/same-origin.ts";
import { keepAttempt, signInByLogin } from "../http/sign-in.ts";
import { forgetBrowser, sessionToken } from "../http/viewer.ts";

const STARTED = { name: "login-start", points: 60, seconds: 3600, durable: true };
const FINISHED = { name: "login-finish", points: 60, seconds: 3600, durable: true };

/** The external login, from its start to its session, and the sessions of a user. */
export const sessionRoutes = (deps: Deps) => {
  const { config } = deps;
  const loginQuery = z.object({
    // Anywhere else would be handed the code: the browser comes back to this site alone.
    originUrl: z.literal(config.publicUrl, refusals.foreignLogin),
  });
  /** A body that brings no code is a login that failed. */
  const readRequest = (body: unknown) => {
    const request = sessionRequest.safeParse(body);
    if (!request.success) throw loginFailed(deps);
    return request.data;
  };
  return new Hono<AppEnv>()
    .get(
      "/oauth/:provider/redirect_url",
      publicAccess,
      // It leaves a cookie: another site must not make a browser forget its own attempts.
      refuseCrossSite(deps),
      async (c, next) => {
        const known = c.req.param("provider") === config.oidc?.provider;
        if (!known) throw new AppError("not_found", refusals.notFound);
        await next();
      },
      rateLimit(deps, STARTED),
      query(loginQuery),
      async (c) => {
        const { redirectUrl, attempt } = await beginLogin(deps);
        keepAttempt(c, deps, attempt);
        c.header("Cache-Control", "no-store");
        return c.json({ redirectUrl }, 200);
      },
    )
    .post(
      "/sessions",
      publicAccess,
      json(readRequest, { limit: countOf(deps, FINISHED) }),
      async (c) => {
        const user = await signInByLogin(c, deps, c.req.valid("json"));
        return c.json({ user }, 200);
      },
    )
    .get("/sessions", requireUser(deps), (c) => {
      c.header("Cache-Control", "no-store");
      return c.json({ sessions: listSessions(deps, c.var.user, sessionToken(c, deps)) }, 200);
    })
    .delete("/sessions", requireUser(deps), (c) => {
      endAllSessions(deps, c.var.user);
      forgetBrowser(c, deps);
      return c.json({ success: true }, 200);
    })
    .delete("/sessions/:id", requireUser(deps), (c) => {
      const id = rowId.safeParse(c.req.param("id"));
      if (!id.success) throw new AppError("not_found", refusals.notFound);
      endOwnSession(deps, c.var.user, id.data);
      return c.json({ success: true }, 200);
    });
};
