import { Hono } from "hono";
import { sendCodeRequest, verifyCodeRequest } from "../contract/auth.ts";
import { refusals } from "../contract/messages.ts";
import type { Deps } from "../deps.ts";
import { sendCode, verifyCode } from "../domain/one-time-code.ts";
import { endSession } from "../domain/sessions.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "../http/env.ts";
import { CODES_PER_ADDRESS, limiterOf, rateLimit } from "../http/rate-limit.ts";
import { clearSession, requireUser, sessionToken, setSession } from "../http/session.ts";
import { jsonBody, jsonOnly, smallBody } from "../http/validate.ts";
import { buyerOf, viewerOf } from "../http/viewer.ts";

const HOUR_SECONDS = 3600;

export const authRoutes = (deps: Deps) => {
  const perAddress = limiterOf(deps, CODES_PER_ADDRESS);
  return new Hono<AppEnv>()
    .get("/users/me", (c) => {
      c.header("Cache-Control", "no-store");
      return c.json(requireUser(c, deps), 200);
    })
    .post(
      "/send-otp",
      rateLimit(deps, { name: "code-client", points: 20, seconds: HOUR_SECONDS, durable: true }),
      smallBody,
      jsonOnly,
      jsonBody(sendCodeRequest),
      async (c) => {
        const { email } = c.req.valid("json");
        await perAddress(email);
        sendCode(deps, { email, browserHash: buyerOf(c, deps).browserHash });
        return c.json({ success: true }, 200);
      },
    )
    .post(
      "/verify-otp",
      rateLimit(deps, { name: "code-guess", points: 60, seconds: HOUR_SECONDS, durable: true }),
      smallBody,
      jsonOnly,
      jsonBody(verifyCodeRequest),
      (c) => {
        const { browserHash } = viewerOf(c, deps);
        const userAgent = c.req.header("User-Agent") ?? null;
        const { user, token } = verifyCode(deps, {
          ...c.req.valid("json"),
          browserHash,
          userAgent,
        });
        replaceSession(deps, sessionToken(c));
        setSession(c, deps, token);
        return c.json({ success: true, user }, 200);
      },
    )
    .get("/logout", (c) => {
      if (c.req.header("Sec-Fetch-Site") === "cross-site") {
        throw new AppError("forbidden", refusals.foreignOrigin);
      }
      c.header("Cache-Control", "no-store");
      // A browser that only looks ahead must not sign anybody out.
      if (isPrefetch(c.req.raw.headers)) return c.json({ success: true }, 200);
      replaceSession(deps, sessionToken(c));
      clearSession(c, deps);
      return c.json({ success: true }, 200);
    });
};

/** The session that this browser had before is over: nobody may go on with it. */
function replaceSession(deps: Deps, token: string | undefined): void {
  if (token) endSession(deps, token);
}

function isPrefetch(headers: Headers): boolean {
  const purpose = headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? "";
  return purpose.includes("prefetch");
}
