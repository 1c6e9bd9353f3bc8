import { Hono } from "hono";
import type { TypedResponse } from "hono";
import type { Product } from "../contract/store.ts";
import type { Deps } from "../deps.ts";
import { listProducts } from "../domain/catalogue.ts";
import { catalogueCache } from "../http/catalogue-cache.ts";
import type { AppEnv } from "../http/env.ts";
import { type Prepared, prepareText, servePrepared } from "../http/prepared.ts";
import type { Pages } from "../http/pages.ts";
import { securityHeaders } from "../http/headers.ts";
import type { Web } from "../http/web.ts";

const PRODUCTS = "/api/products";

type Answer<Body> = Response & TypedResponse<Body, 200, "json">;

/**
 * What everybody gets alike until a product changes: rendered, compressed and complete with its
 * headers ahead of time, so that a rush of visitors costs a lookup each. No middleware runs here.
 */
export const sharedAnswers = (deps: Deps, web: Web, pages: Pages) => {
  const { cached, findKept } = catalogueCache<Prepared>(deps);
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

  const routes = new Hono<AppEnv>().get(PRODUCTS, async (c) => {
    const prepared = await cached(PRODUCTS, productList);
    return servePrepared(prepared, c.req.raw) as Answer<Product[]>;
  });
  for (const { path, shared } of web.served) {
    if (!shared) continue;
    routes.get(path, async (c) => servePrepared(await cached(path, () => page(path)), c.req.raw));
  }

  return {
    routes,

    /**
     * The same answer ahead of the router, once it is prepared; undefined for every other request.
     */
    findReady(request: Request): Response | undefined {
      if (request.method !== "GET") return undefined;
      const prepared = findKept(pathOf(request.url));
      return prepared && servePrepared(prepared, request);
    },
  };
};

function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.indexOf("?", start);
  return end < 0 ? url.slice(start) : url.slice(start, end);
}
