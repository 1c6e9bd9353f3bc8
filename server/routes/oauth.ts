import { Hono } from "hono";
import { z } from "zod";
import { refusals } from "../contract/messages.ts";
import type { Deps } from "../deps.ts";
import { beginLogin } from "../domain/sign-in/external-login.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "../http/env.ts";
import { query } from "../http/json.ts";
import { rateLimit } from "../http/limits.ts";
import { refuseCrossSite } from "../http/same-origin.ts";
import { keepAttempt } from "../http/sign-in.ts";

const HOUR_SECONDS = 3600;

export const oauthRoutes = (deps: Deps) => {
  const { config } = deps;
  const loginQuery = z.object({
    // Anywhere else would be handed the code: the browser comes back to this site alone.
    originUrl: z.literal(config.publicUrl, refusals.foreignLogin),
  });
  return new Hono<AppEnv>().get(
    "/:provider/redirect_url",
    // It leaves a cookie: another site must not make a browser forget its own attempts.
    refuseCrossSite(deps),
    async (c, next) => {
      const known = c.req.param("provider") === config.oidc?.provider;
      if (!known) throw new AppError("not_found", refusals.notFound);
      await next();
    },
    rateLimit(deps, { name: "login-start", points: 60, seconds: HOUR_SECONDS, durable: true }),
    query(loginQuery),
    async (c) => {
      const { redirectUrl, attempt } = await beginLogin(deps);
      keepAttempt(c, deps, attempt);
      c.header("Cache-Control", "no-store");
      return c.json({ redirectUrl }, 200);
    },
  );
};
