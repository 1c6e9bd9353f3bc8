import { Hono } from "hono";
import { z } from "zod";
import { messages } from "../contract/messages.ts";
import type { Deps } from "../deps.ts";
import { getPurchaseDetail } from "../domain/purchase-detail.ts";
import { listPurchases } from "../domain/purchase-history.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "../http/env.ts";
import { rateLimit } from "../http/rate-limit.ts";
import { requireUser } from "../http/session.ts";
import { query } from "../http/validate.ts";
import { viewerOf } from "../http/viewer.ts";

const purchaseQuery = z.object({ sessionId: z.string(messages.missingSessionId).optional() });

export const purchaseRoutes = (deps: Deps) =>
  new Hono<AppEnv>()
    .get(
      "/purchase-detail",
      rateLimit(deps, { name: "purchase-detail", points: 60, seconds: 60, durable: false }),
      query(purchaseQuery),
      async (c) => {
        const { sessionId } = c.req.valid("query");
        if (!sessionId) throw new AppError("malformed", messages.missingSessionId);
        c.header("Cache-Control", "no-store");
        return c.json(await getPurchaseDetail(deps, sessionId, viewerOf(c, deps)), 200);
      },
    )
    .get("/purchased-products", (c) => {
      c.header("Cache-Control", "no-store");
      return c.json(listPurchases(deps, requireUser(c, deps)), 200);
    });
