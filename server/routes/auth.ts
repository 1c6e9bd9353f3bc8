import { Hono } from "hono";
import { sendCodeRequest, verifyCodeRequest } from "../contract/auth.ts";
import type { Deps } from "../deps.ts";
import { sendCode } from "../domain/one-time-code.ts";
import { endSession } from "../domain/sessions.ts";
import { codeLimits } from "../http/code-limits.ts";
import { forgetBrowser } from "../http/cookies.ts";
import type { AppEnv } from "../http/env.ts";
import { counted } from "../http/rate-limit.ts";
import { refuseCrossSite } from "../http/same-origin.ts";
import { requireUser, sessionToken } from "../http/session.ts";
import { signInByCode } from "../http/sign-in.ts";
import { jsonBody, jsonOnly, smallBody } from "../http/validate.ts";
import { buyerOf } from "../http/viewer.ts";

export const authRoutes = (deps: Deps) => {
  const limits = codeLimits(deps);
  return new Hono<AppEnv>()
    .get("/users/me", (c) => {
      c.header("Cache-Control", "no-store");
      return c.json(requireUser(c, deps), 200);
    })
    .post(
      "/send-otp",
      counted(limits.ask),
      smallBody,
      jsonOnly,
      jsonBody(sendCodeRequest),
      async (c) => {
        const { email } = c.req.valid("json");
        await limits.perAddress(email);
        sendCode(deps, { email, browserHash: buyerOf(c, deps).browserHash });
        return c.json({ success: true }, 200);
      },
    )
    .post(
      "/verify-otp",
      counted(limits.guess),
      smallBody,
      jsonOnly,
      jsonBody(verifyCodeRequest),
      (c) => {
        const user = signInByCode(c, deps, c.req.valid("json"));
        return c.json({ success: true, user }, 200);
      },
    )
    .get("/logout", refuseCrossSite(deps), (c) => {
      c.header("Cache-Control", "no-store");
      // A browser that only looks ahead must not sign anybody out.
      if (isPrefetch(c.req.raw.headers)) return c.json({ success: true }, 200);
      const token = sessionToken(c);
      if (token) endSession(deps, token);
      forgetBrowser(c, deps);
      return c.json({ success: true }, 200);
    });
};

function isPrefetch(headers: Headers): boolean {
  const purpose = headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? "";
  return purpose.includes("prefetch");
}
