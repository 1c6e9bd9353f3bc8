import { Hono } from "hono";
import { addressRequest, resendRequest } from "../contract/checkout.ts";
import type { Deps } from "../deps.ts";
import { correctEmail } from "../domain/orders/correct-email.ts";
import { resendDelivery } from "../domain/orders/order-mails.ts";
import type { AppEnv } from "../http/env.ts";
import { json } from "../http/json.ts";
import { countOf } from "../http/limits.ts";
import { viewerOf } from "../http/viewer.ts";

const RESENT = { name: "resend", points: 10, seconds: 600, durable: true };
const CORRECTED = { name: "address", points: 10, seconds: 600, durable: true };

/** What a buyer can do about an order that was paid; the way back to it is a sign-in. */
export const orderRoutes = (deps: Deps) =>
  new Hono<AppEnv>()
    .post("/resend", json(resendRequest, { limit: countOf(deps, RESENT) }), (c) => {
      resendDelivery(deps, c.req.valid("json").sessionId);
      return c.json({ success: true }, 200);
    })
    .post("/address", json(addressRequest, { limit: countOf(deps, CORRECTED) }), (c) => {
      const request = c.req.valid("json");
      return c.json(correctEmail(deps, { ...request, viewer: viewerOf(c, deps) }), 200);
    });
