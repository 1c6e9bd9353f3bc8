import { Hono } from "hono";
import { resendRequest } from "../contract/checkout.ts";
import type { Deps } from "../deps.ts";
import { resendDelivery } from "../domain/delivery-mail.ts";
import type { AppEnv } from "../http/env.ts";
import { rateLimit } from "../http/rate-limit.ts";
import { jsonBody, jsonOnly, smallBody } from "../http/validate.ts";

export const orderRoutes = (deps: Deps) =>
  new Hono<AppEnv>().post(
    "/resend",
    rateLimit(deps, { name: "resend", points: 10, seconds: 600, durable: true }),
    smallBody,
    jsonOnly,
    jsonBody(resendRequest),
    (c) => {
      resendDelivery(deps, c.req.valid("json").sessionId);
      return c.json({ success: true }, 200);
    },
  );
