import { Hono } from "hono";
import { sendCodeRequest } from "../contract/auth.ts";
import { addressRequest, resendRequest } from "../contract/checkout.ts";
import type { Deps } from "../deps.ts";
import { correctAddress } from "../domain/correct-address.ts";
import { resendDelivery } from "../domain/delivery-mail.ts";
import { sendOrderCode } from "../domain/one-time-code.ts";
import { codeLimits } from "../http/code-limits.ts";
import type { AppEnv } from "../http/env.ts";
import { counted, rateLimit } from "../http/rate-limit.ts";
import { jsonBody, jsonOnly, smallBody } from "../http/validate.ts";
import { buyerOf, viewerOf } from "../http/viewer.ts";

export const orderRoutes = (deps: Deps) => {
  const limits = codeLimits(deps);
  return new Hono<AppEnv>()
    .post(
      "/resend",
      rateLimit(deps, { name: "resend", points: 10, seconds: 600, durable: true }),
      smallBody,
      jsonOnly,
      jsonBody(resendRequest),
      (c) => {
        resendDelivery(deps, c.req.valid("json").sessionId);
        return c.json({ success: true }, 200);
      },
    )
    .post(
      "/address",
      rateLimit(deps, { name: "address", points: 10, seconds: 600, durable: true }),
      smallBody,
      jsonOnly,
      jsonBody(addressRequest),
      (c) =>
        c.json(correctAddress(deps, { ...c.req.valid("json"), viewer: viewerOf(c, deps) }), 200),
    )
    .post(
      "/find",
      counted(limits.find),
      smallBody,
      jsonOnly,
      jsonBody(sendCodeRequest),
      async (c) => {
        const { email } = c.req.valid("json");
        await limits.perAddress(email);
        sendOrderCode(deps, { email, browserHash: buyerOf(c, deps).browserHash });
        return c.json({ success: true }, 200);
      },
    );
};
