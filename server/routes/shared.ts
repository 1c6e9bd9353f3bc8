import { Hono } from "hono";
import type { TypedResponse } from "hono";
import type { Product } from "../contract/store.ts";
import type { Deps } from "../deps.ts";
import { listProducts } from "../domain/catalogue.ts";
import { catalogueCache } from "../http/catalogue-cache.ts";
import type { AppEnv } from "../http/env.ts";
import { prepareText, servePrepared } from "../http/http-cache.ts";
import type { Pages } from "../http/pages.ts";
import { securityHeaders } from "../http/security-headers.ts";

/** The pages that are the same for everybody. */
const SHARED_PAGES = ["/", "/privacy", "/terms", "/refund"];

type Answer<Body> = Response & TypedResponse<Body, 200, "json">;

/**
 * What everybody gets alike until a product changes: rendered, compressed and complete with its
 * headers ahead of time, so that a rush of visitors costs a lookup each. No middleware runs here.
 */
export const sharedRoutes = (deps: Deps, pages: Pages) => {
  const { cached } = catalogueCache(deps);
  const headers = { ...securityHeaders(deps.config), "Cache-Control": "no-cache" };
  const productList = () =>
    prepareText(JSON.stringify(listProducts(deps.db)), {
      ...headers,
      "Content-Type": "application/json",
    });
  const page = async (path: string) =>
    prepareText(await pages.renderShared(path), {
      ...headers,
      "Content-Type": "text/html; charset=utf-8",
    });

  const app = new Hono<AppEnv>().get("/api/products", (c) => {
    const prepared = cached("products", productList);
    return servePrepared(prepared, c.req.raw) as Answer<Product[]>;
  });
  for (const path of SHARED_PAGES) {
    app.get(path, async (c) => servePrepared(await cached(path, () => page(path)), c.req.raw));
  }
  return app;
};
