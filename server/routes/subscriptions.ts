import { Hono } from "hono";
import { resendRequest } from "../contract/checkout.ts";
import type { Deps } from "../deps.ts";
import { claimSubscription } from "../domain/money/subscriptions.ts";
import type { AppEnv } from "../http/env.ts";
import { json } from "../http/json.ts";
import { countOf } from "../http/limits.ts";

export const subscriptionRoutes = (deps: Deps) =>
  new Hono<AppEnv>().post(
    "/",
    json(resendRequest, {
      limit: countOf(deps, { name: "subscriptions", points: 30, seconds: 60, durable: false }),
    }),
    async (c) => {
      const isFirst = await claimSubscription(deps, c.req.valid("json").sessionId);
      return c.json({ success: true }, isFirst ? 201 : 200);
    },
  );
