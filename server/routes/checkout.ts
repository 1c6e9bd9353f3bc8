import { Hono } from "hono";
import { checkoutRequest } from "../contract/checkout.ts";
import type { Deps } from "../deps.ts";
import { startCheckout } from "../domain/checkout.ts";
import type { AppEnv } from "../http/env.ts";
import { counted } from "../http/rate-limit.ts";
import { jsonBody, jsonOnly, smallBody } from "../http/validate.ts";
import { buyerOf } from "../http/viewer.ts";
import { checkoutLimit } from "../http/checkout-limit.ts";

export const checkoutRoutes = (deps: Deps) =>
  new Hono<AppEnv>().post(
    "/create-checkout-session",
    counted(checkoutLimit(deps)),
    smallBody,
    jsonOnly,
    jsonBody(checkoutRequest),
    async (c) => {
      const request = c.req.valid("json");
      return c.json(await startCheckout(deps, { request, viewer: buyerOf(c, deps) }), 200);
    },
  );
