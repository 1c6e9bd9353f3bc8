import { Hono } from "hono";
import { validator } from "hono/validator";
import { sessionRequest } from "../contract/auth.ts";
import { rowId } from "../contract/checkout.ts";
import { refusals } from "../contract/messages.ts";
import type { Deps } from "../deps.ts";
import { loginFailed } from "../domain/external-login.ts";
import { endAllSessions, endOwnSession, listSessions } from "../domain/sessions.ts";
import { AppError } from "../errors.ts";
import { forgetBrowser } from "../http/cookies.ts";
import type { AppEnv } from "../http/env.ts";
import { rateLimit } from "../http/rate-limit.ts";
import { requireUser, sessionToken } from "../http/session.ts";
import { signInByLogin } from "../http/sign-in.ts";
import { jsonOnly, smallBody } from "../http/validate.ts";

const HOUR_SECONDS = 3600;

export const sessionRoutes = (deps: Deps) =>
  new Hono<AppEnv>()
    .post(
      "/",
      rateLimit(deps, { name: "login-finish", points: 60, seconds: HOUR_SECONDS, durable: true }),
      smallBody,
      jsonOnly,
      validator("json", (body) => {
        const request = sessionRequest.safeParse(body);
        if (!request.success) throw loginFailed(deps);
        return request.data;
      }),
      async (c) => {
        const user = await signInByLogin(c, deps, c.req.valid("json"));
        return c.json({ user }, 200);
      },
    )
    .get("/", (c) => {
      const user = requireUser(c, deps);
      c.header("Cache-Control", "no-store");
      return c.json({ sessions: listSessions(deps, user, sessionToken(c)) }, 200);
    })
    .delete("/", (c) => {
      endAllSessions(deps, requireUser(c, deps));
      forgetBrowser(c, deps);
      return c.json({ success: true }, 200);
    })
    .delete("/:id", (c) => {
      const user = requireUser(c, deps);
      const id = rowId.safeParse(c.req.param("id"));
      if (!id.success) throw new AppError("not_found", refusals.notFound);
      endOwnSession(deps, user, id.data);
      return c.json({ success: true }, 200);
    });
