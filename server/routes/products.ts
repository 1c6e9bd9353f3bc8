import { Hono } from "hono";
import type { TypedResponse } from "hono";
import { z } from "zod";
import { messages } from "../contract/messages.ts";
import type { Product } from "../contract/store.ts";
import type { Deps } from "../deps.ts";
import { listProducts } from "../domain/catalogue.ts";
import { getPurchaseDetail } from "../domain/purchase-detail.ts";
import { AppError } from "../errors.ts";
import type { CatalogueCache } from "../http/catalogue-cache.ts";
import type { AppEnv } from "../http/env.ts";
import { prepareText, servePrepared } from "../http/http-cache.ts";
import { rateLimit } from "../http/rate-limit.ts";
import { query } from "../http/validate.ts";
import { viewerOf } from "../http/viewer.ts";

const purchaseQuery = z.object({ sessionId: z.string().optional() });

export const productRoutes = (deps: Deps, catalogue: CatalogueCache) =>
  new Hono<AppEnv>()
    .get("/", (c) => {
      const prepared = catalogue.cached("api/products", () =>
        prepareText(JSON.stringify(listProducts(deps.db)), {
          "Content-Type": "application/json",
          "Cache-Control": "no-cache",
        }),
      );
      return servePrepared(prepared, c.req.raw) as Response & TypedResponse<Product[], 200, "json">;
    })
    .get(
      "/purchase-detail",
      rateLimit(deps, { name: "purchase-detail", points: 60, seconds: 60, durable: false }),
      query(purchaseQuery),
      async (c) => {
        const { sessionId } = c.req.valid("query");
        if (!sessionId) throw new AppError("malformed", messages.missingSessionId);
        c.header("Cache-Control", "no-store");
        return c.json(await getPurchaseDetail(deps, sessionId, viewerOf(c, deps)));
      },
    );
