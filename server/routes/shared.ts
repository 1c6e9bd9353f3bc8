import { Hono } from "hono";
import type { TypedResponse } from "hono";
import type { Product } from "../contract/answers.ts";
import type { Deps } from "../deps.ts";
import { listProducts } from "../domain/catalogue.ts";
import { catalogueCache } from "../http/shared-answers-cache.ts";
import type { AppEnv } from "../http/env.ts";
import { publicAccess } from "../http/guards.ts";
import { type EncodedBody, encodeText, serveEncoded } from "../http/encoded-body.ts";
import type { PageRenderer } from "../http/page-renderer.ts";
import { securityHeaders } from "../http/headers.ts";
import type { BuiltClient } from "../http/built-client.ts";

const PRODUCTS = "/api/products";
const LANDING = "/";
const SPECULATION_RULES = "/speculation-rules.json";

/** Browsers ask each time; a CDN does so twice a minute: a former price stands no longer there (decision: cdn). */
const CACHING = "public, max-age=0, must-revalidate, s-maxage=30";

type Answer<Body> = Response & TypedResponse<Body, 200, "json">;

/**
 * The same for all visitors until a product changes: rendered, compressed and complete with its
 * headers ahead of time, so that a visit costs a lookup. No middleware runs here
 * (decision: prepared-answers).
 */
export const sharedAnswers = (deps: Deps, web: BuiltClient, pages: PageRenderer) => {
  const { cached, findKept } = catalogueCache<EncodedBody>(deps);
  const headers = { ...securityHeaders(deps.config), "Cache-Control": CACHING };
  const productList = () =>
    encodeText(JSON.stringify(listProducts(deps.db)), {
      ...headers,
      "Content-Type": "application/json",
    });
  const page = async (path: string) =>
    encodeText(await pages.renderShared(path), {
      ...headers,
      "Content-Type": "text/html; charset=utf-8",
      // On the landing page one request more delays its first paint on a slow line.
      ...(path !== LANDING && { "Speculation-Rules": `"${SPECULATION_RULES}"` }),
    });
  const sharedPaths = web.served.filter(({ shared }) => shared).map(({ path }) => path);
  const rules = encodeText(JSON.stringify(speculationRules(sharedPaths)), {
    ...headers,
    "Content-Type": "application/speculationrules+json",
    "Cache-Control": "public, max-age=3600",
  });

  const routes = new Hono<AppEnv>()
    .get(PRODUCTS, publicAccess, async (c) => {
      const prepared = await cached(PRODUCTS, productList);
      return serveEncoded(prepared, c.req.raw) as Answer<Product[]>;
    })
    .get(SPECULATION_RULES, publicAccess, (c) => serveEncoded(rules, c.req.raw));
  for (const path of sharedPaths) {
    routes.get(path, publicAccess, async (c) =>
      serveEncoded(await cached(path, () => page(path)), c.req.raw),
    );
  }

  return {
    routes,

    /**
     * The same answer ahead of the router, once it is prepared; undefined for every other request.
     */
    findReady(request: Request): Response | undefined {
      if (request.method !== "GET") return undefined;
      const prepared = findKept(pathOf(request.url));
      return prepared && serveEncoded(prepared, request);
    },
  };
};

/**
 * Lets browsers fetch a page when a link to it is about to be followed. Only pages without a visitor
 * of their own: fetching them says and changes nothing.
 */
function speculationRules(paths: string[]) {
  return { prefetch: [{ where: { href_matches: paths }, eagerness: "moderate" }] };
}

function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.indexOf("?", start);
  return end < 0 ? url.slice(start) : url.slice(start, end);
}
