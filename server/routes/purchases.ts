import { Hono } from "hono";
import { z } from "zod";
import { messages } from "../contract/messages.ts";
import type { Deps } from "../deps.ts";
import { getPurchaseDetail } from "../domain/orders/purchase-detail.ts";
import { listPurchases } from "../domain/orders/purchase-history.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "../http/env.ts";
import { requireUser } from "../http/guards.ts";
import { query } from "../http/json.ts";
import { rateLimit } from "../http/limits.ts";
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
        if (!sessionId) {
          throw new AppError("malformed", messages.missingSessionId, { reason: "session_missing" });
        }
        c.header("Cache-Control", "no-store");
        return c.json(await getPurchaseDetail(deps, sessionId, viewerOf(c, deps)), 200);
      },
    )
    .route("/purchased-products", historyRoutes(deps));

const historyRoutes = (deps: Deps) =>
  new Hono<AppEnv>().use("/", requireUser(deps)).get("/", (c) => {
    c.header("Cache-Control", "no-store");
    return c.json(listPurchases(deps, c.var.user), 200);
  });
