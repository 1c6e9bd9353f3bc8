import { type Context, Hono } from "hono";
import { z } from "zod";
import { checkoutRequest } from "../contract/checkout.ts";
import type { Site } from "../contract/site.ts";
import type { Deps } from "../deps.ts";
import { listProducts } from "../domain/catalogue.ts";
import { startCheckout } from "../domain/checkout.ts";
import { getPurchaseDetail } from "../domain/purchase-detail.ts";
import { AppError } from "../errors.ts";
import type { CatalogueCache } from "../http/catalogue-cache.ts";
import type { AppEnv } from "../http/env.ts";
import { type Prepared, prepareText, servePrepared } from "../http/http-cache.ts";
import { checked, smallBody } from "../http/validate.ts";
import { buyerOf, viewerOf } from "../http/viewer.ts";
import type { Web } from "../http/web.ts";
import { checkoutLimit } from "../http/checkout-limit.ts";

/** Pages that look the same to everybody until a product changes. */
const SHARED_PAGES = ["/"];

const HTML = { "Content-Type": "text/html; charset=utf-8" };

export const pageRoutes = (deps: Deps, web: Web, catalogue: CatalogueCache) => {
  const pages = pageRenderer(deps, web);
  const app = new Hono<AppEnv>();
  for (const path of SHARED_PAGES) {
    app.get(path, async (c) => {
      const kept = catalogue.cached(`page${path}`, () => pages.prepared(c, path));
      return servePrepared(await kept, c.req.raw);
    });
  }
  return app
    .post("/checkout/start", checkoutLimit(deps), smallBody, (c) => startFromForm(c, deps))
    .get("*", (c) => pages.fresh(c));
};

/** The pay button where no script runs: the same checkout, answered by a redirect. */
async function startFromForm(c: Context<AppEnv>, deps: Deps): Promise<Response> {
  const form = await c.req.parseBody({ all: true });
  const ids = z.array(z.string()).parse([form["productId"] ?? []].flat());
  try {
    const request = checked(checkoutRequest, {
      ...form,
      products: ids.map((productId) => ({ productId, quantity: 1 })),
    });
    const { checkoutUrl } = await startCheckout(deps, { request, viewer: buyerOf(c, deps) });
    return c.redirect(checkoutUrl, 303);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    deps.log.warn({ requestId: c.get("requestId"), err: error }, "checkout not started");
    return c.redirect(`/checkout/error?error=${encodeURIComponent(error.message)}`, 303);
  }
}

function pageRenderer(deps: Deps, web: Web) {
  const site: Site = {
    brand: "Papercub",
    publicUrl: deps.config.publicUrl,
    supportEmail: deps.config.mail.support,
    demo: deps.config.demo,
  };
  const renderPage = (c: Context<AppEnv>, url: string) =>
    web.render({
      url,
      site,
      assets: web.assets,
      source: {
        listProducts: async () => listProducts(deps.db),
        getPurchase: (sessionId) => getPurchaseDetail(deps, sessionId, viewerOf(c, deps)),
      },
      report: (error) => deps.log.error({ requestId: c.get("requestId"), err: error }, "page data"),
    });

  return {
    async prepared(c: Context<AppEnv>, path: string): Promise<Prepared> {
      const { html, status } = await renderPage(c, path);
      if (status !== 200) throw new Error(`The page ${path} could not be rendered.`);
      return prepareText(html, { ...HTML, "Cache-Control": "no-cache" });
    },

    /** A page rendered for this request alone. */
    async fresh(c: Context<AppEnv>): Promise<Response> {
      const { pathname, search } = new URL(c.req.url);
      const page = await renderPage(c, pathname + search);
      if (page.location) return c.redirect(page.location, 308);
      const headers = new Headers({ ...HTML, "Cache-Control": "private, no-cache" });
      if (!page.indexable) headers.set("X-Robots-Tag", "noindex");
      return new Response(page.html, { status: page.status, headers });
    },
  };
}
