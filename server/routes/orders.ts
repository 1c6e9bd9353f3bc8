import { Hono } from "hono";
import { z } from "zod";
import { addressRequest, resendRequest } from "../contract/checkout.ts";
import { orderMessages } from "../contract/messages.ts";
import type { Deps } from "../deps.ts";
import { claimSubscription } from "../domain/money/subscriptions.ts";
import { correctEmail } from "../domain/orders/correct-email.ts";
import { resendDelivery } from "../domain/orders/order-mails.ts";
import { getPurchaseDetail } from "../domain/orders/purchase-detail.ts";
import { listPurchases } from "../domain/orders/purchase-history.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "../http/env.ts";
import { publicAccess, requireUser } from "../http/guards.ts";
import { json, query } from "../http/json.ts";
import { countOf, rateLimit } from "../http/limits.ts";
import { viewerOf } from "../http/viewer.ts";

const LOOKED_AT = { name: "purchase-detail", points: 60, seconds: 60, durable: false };
const RESENT = { name: "resend", points: 10, seconds: 600, durable: true };
const CORRECTED = { name: "address", points: 10, seconds: 600, durable: true };
const CLAIMED = { name: "subscriptions", points: 30, seconds: 60, durable: false };

const purchaseQuery = z.object({ sessionId: z.string(orderMessages.missingSessionId).optional() });

/** What a buyer asks about orders, and can do about one that was paid; the way back to it is a sign-in. */
export const orderRoutes = (deps: Deps) =>
  new Hono<AppEnv>()
    .get(
      "/products/purchase-detail",
      publicAccess,
      rateLimit(deps, LOOKED_AT),
      query(purchaseQuery),
      async (c) => {
        const { sessionId } = c.req.valid("query");
        if (!sessionId) {
          throw new AppError("malformed", orderMessages.missingSessionId, {
            reason: "session_missing",
          });
        }
        c.header("Cache-Control", "no-store");
        return c.json(await getPurchaseDetail(deps, sessionId, viewerOf(c, deps)), 200);
      },
    )
    .get("/products/purchased-products", requireUser(deps), (c) => {
      c.header("Cache-Control", "no-store");
      return c.json(listPurchases(deps, c.var.user), 200);
    })
    .post(
      "/orders/resend",
      publicAccess,
      json(resendRequest, { limit: countOf(deps, RESENT) }),
      (c) => {
        resendDelivery(deps, c.req.valid("json").sessionId);
        return c.json({ success: true }, 200);
      },
    )
    .post(
      "/orders/address",
      publicAccess,
      json(addressRequest, { limit: countOf(deps, CORRECTED) }),
      (c) => {
        const request = c.req.valid("json");
        return c.json(correctEmail(deps, { ...request, viewer: viewerOf(c, deps) }), 200);
      },
    )
    .post(
      "/subscriptions",
      publicAccess,
      json(resendRequest, { limit: countOf(deps, CLAIMED) }),
      async (c) => {
        const isFirst = await claimSubscription(deps, c.req.valid("json").sessionId);
        return c.json({ success: true }, isFirst ? 201 : 200);
      },
    );
