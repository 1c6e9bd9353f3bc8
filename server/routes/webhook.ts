import { Hono } from "hono";
import type { Deps } from "../deps.ts";
import { receiveWebhook } from "../domain/money/webhook-inbox.ts";
import type { AppEnv } from "../http/hono-env.ts";
import { publicAccess } from "../http/guards.ts";
import { bodyUpTo } from "../http/json.ts";

const MAX_EVENT_BYTES = 1024 * 1024;

export const webhookRoutes = (deps: Deps) =>
  new Hono<AppEnv>().post("/webhook", publicAccess, bodyUpTo(MAX_EVENT_BYTES), async (c) => {
    // The signature covers the raw bytes, so the body is not parsed here.
    const body = await c.req.text();
    await receiveWebhook(deps, { body, signature: c.req.header("Stripe-Signature") ?? "" });
    return c.json({ received: true }, 200);
  });
