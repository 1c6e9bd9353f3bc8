import { Hono } from "hono";
import { resendRequest } from "../contract/checkout.ts";
import type { Deps } from "../deps.ts";
import { claimSubscription } from "../domain/claim-subscription.ts";
import type { AppEnv } from "../http/env.ts";
import { rateLimit } from "../http/rate-limit.ts";
import { jsonBody, jsonOnly, smallBody } from "../http/validate.ts";

export const subscriptionRoutes = (deps: Deps) =>
  new Hono<AppEnv>().post(
    "/",
    rateLimit(deps, { name: "subscriptions", points: 30, seconds: 60, durable: false }),
    smallBody,
    jsonOnly,
    jsonBody(resendRequest),
    async (c) => {
      const isFirst = await claimSubscription(deps, c.req.valid("json").sessionId);
      return c.json({ success: true }, isFirst ? 201 : 200);
    },
  );
