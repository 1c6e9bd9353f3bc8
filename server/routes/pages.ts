import { createHash } from "node:crypto";
import { type Context, Hono, type TypedResponse } from "hono";
import type { Product } from "../contract/answers.ts";
import type { Batch, Faq, Testimonial } from "../contract/content.ts";
import { BUY_PARAM } from "../contract/paths.ts";
import { adminManifest, shopManifest } from "../http/app-manifest.ts";
import { isSectionShown, type SectionName } from "../contract/sections.ts";
import type { Site } from "../contract/site.ts";
import { setTexts } from "../contract/words.ts";
import type { Deps } from "../deps.ts";
import { productList } from "../domain/orders/catalogue.ts";
import {
  faqList,
  productPaths,
  publicCache,
  readCached,
  testimonialList,
  type PublicRead,
  type ReadPublic,
} from "../domain/public-reads.ts";
import { isOpenFor, readSettings, readSite, settingsRead, siteRead } from "../domain/settings.ts";
import { faqBatch, testimonialBatch } from "../domain/content/content-batches.ts";
import { AppError, refusals } from "../errors.ts";
import { type BuiltClient, plainPicturePath } from "../http/built-client.ts";
import { CODE_COOKIE, viewerOf } from "../http/visitor.ts";
import { type EncodedBody, encodeText, serveEncoded, unlistedPage } from "../http/encoded-body.ts";
import type { AppEnv } from "../http/hono-env.ts";
import { publicAccess } from "../http/guards.ts";
import { NO_TRACKERS, personalPolicy, securityHeaders } from "../http/headers.ts";
import { hiddenPages } from "../pages/closed-shop.ts";
import type { PageRenderer } from "../pages/page-renderer.ts";
import { pathOf } from "../http/request-path.ts";

const PRODUCTS = "/api/products";
const LANDING = "/";
const SPECULATION_RULES = "/speculation-rules.json";
const WORKER = "/sw.js";
const WORKER_OFF = "/worker-off.js";
const SHELL = "/app-shell";
const OFFLINE = "/offline";
/** Queries of pages that are not the same for all: a discount code, and a link to the checkout. */
const OWN_QUERY = new RegExp(`[?&](?:${CODE_COOKIE}|${BUY_PARAM})(?:[=&#]|$)`);
/** Placeholder for the revision in the built service worker. */
const REVISION = "__SHELL_REVISION__";

/** Cache-Control: browsers revalidate each time, a CDN every 30 s, so price changes appear soon. */
const SHARED = "public, max-age=0, must-revalidate, s-maxage=30";
const HOURLY = "public, max-age=3600";
const REVALIDATED = "no-cache";

/** Redirects of paths that people guess or browsers request by convention. */
const ALIASES: Record<string, { path: string; section?: SectionName }> = {
  "/orders": { path: "/orders/find" },
  "/pricing": { path: LANDING, section: "pricing" },
  "/faq": { path: LANDING, section: "faq" },
  "/closed": { path: LANDING },
  "/favicon.ico": { path: "/pictures/icon-32.png" },
};

type JsonResponse<Body> = Response & TypedResponse<Body, 200, "json">;
/** Public reads of a list: `list` returns all rows, `batch` the first rows or those after an id. */
type BatchReads<Row> = {
  list: PublicRead<{ id: number }[]>;
  batch: (after: number | undefined) => PublicRead<Batch<Row>>;
};

/**
 * Serves pages and data that all visitors share, cached with all headers until a table they read
 * changes. `findCached` responds before the router and all middleware.
 */
export function sharedRoutes(deps: Deps, { served }: BuiltClient, pages: PageRenderer) {
  const { config } = deps;
  const { cached, findCached } = publicCache<EncodedBody>(deps);
  const site = siteRead(config);
  const headersFor = (read: ReadPublic) => ({
    ...securityHeaders(config, read(site).trackers),
    "Cache-Control": SHARED,
  });
  const json = (read: ReadPublic, value: unknown) =>
    encodeText(JSON.stringify(value), {
      ...headersFor(read),
      "Content-Type": "application/json",
    });
  const page = (path: string) => async (read: ReadPublic) =>
    encodeText(await pages.renderShared(path, read), {
      ...headersFor(read),
      "Content-Type": "text/html; charset=utf-8",
      // On the landing page another request would delay the first paint on slow connections.
      ...(path !== LANDING && { "Speculation-Rules": `"${SPECULATION_RULES}"` }),
    });
  const paths = served.filter(({ shared }) => shared).map(({ path }) => path);
  const rules = (read: ReadPublic) => {
    // Prefetching a shared page reveals nothing about the visitor and has no side effects.
    const open = [...paths, ...contentPaths(read)].filter((path) => !isHidden(path));
    const where = { href_matches: open };
    return encodeText(JSON.stringify({ prefetch: [{ where, eagerness: "moderate" }] }), {
      ...headersFor(read),
      "Content-Type": "application/speculationrules+json",
      "Cache-Control": HOURLY,
    });
  };
  const contentPaths = contentPathsOf(config);
  const settings = settingsRead(config);
  const products = (read: ReadPublic) => json(read, read(settings).isOpen ? read(productList) : []);
  const isHidden = hiddenPages(deps, { served });

  /**
   * Sends the rows after `?after=`; while the shop is closed, to administrators only. The cache key
   * is not a path: `findCached` ignores queries.
   */
  async function sendBatch<Row>(c: Context<AppEnv>, { list, batch }: BatchReads<Row>) {
    const asked = c.req.query("after");
    const known = readCached(deps.db, list).find(({ id }) => String(id) === asked);
    const after = known?.id ?? (asked === undefined ? undefined : 0);
    if (!readSettings(deps).isOpen) {
      const isShown = isOpenFor(deps, viewerOf(c, deps).user);
      c.header("Cache-Control", "private, no-store");
      return c.json<Batch<Row>>(isShown ? batch(after).read(deps.db) : { rows: [], more: false });
    }
    const key = `${list.tables.join()} after ${after}`;
    const answer = await cached(key, (read) => json(read, read(batch(after))));
    return serveEncoded(answer, c.req.raw) as JsonResponse<Batch<Row>>;
  }

  const routes = new Hono<AppEnv>()
    .get(PRODUCTS, publicAccess, async (c) => {
      const answer = serveEncoded(await cached(PRODUCTS, products), c.req.raw);
      return answer as JsonResponse<Product[]>;
    })
    .get("/api/testimonials", publicAccess, (c) =>
      sendBatch<Testimonial>(c, {
        list: testimonialList(config.mode),
        batch: (after) => testimonialBatch(config, after),
      }),
    )
    .get("/api/faqs", publicAccess, (c) =>
      sendBatch<Faq>(c, { list: faqList, batch: (after) => faqBatch(config, after) }),
    )
    .get(SPECULATION_RULES, publicAccess, async (c) =>
      serveEncoded(await cached(SPECULATION_RULES, rules), c.req.raw),
    );
  for (const path of paths) {
    routes.get(path, publicAccess, async (c, next) =>
      isHidden(path) || (path === LANDING && c.req.query(CODE_COOKIE) !== undefined)
        ? next()
        : serveEncoded(await cached(path, page(path)), c.req.raw),
    );
  }

  return {
    routes,

    /** Returns a product's page or a text page that the footer links; undefined for all others. */
    async findContentPage({ req }: Context<AppEnv>): Promise<Response | undefined> {
      const { path } = req;
      const isProduct = readCached(deps.db, productPaths).includes(path);
      const isText = readSite(deps).footerPages.some((linked) => linked.path === path);
      const isShared = isProduct ? !OWN_QUERY.test(req.url) : isText;
      if (!isShared || isHidden(path)) return undefined;
      return serveEncoded(await cached(path, page(path)), req.raw);
    },

    /** Returns a cached response; undefined for all other requests. */
    findCached(request: Request): Response | undefined {
      if (request.method !== "GET" || OWN_QUERY.test(request.url)) return undefined;
      const answer = findCached(pathOf(request.url));
      return answer && serveEncoded(answer, request);
    },
  };
}

/** Returns a function that lists the paths of the products' pages and of the owner's text pages. */
const contentPathsOf = (config: Deps["config"]) => (read: ReadPublic) => [
  ...read(productPaths),
  ...read(siteRead(config)).footerPages.map(({ path }) => path),
];

/** Serves files for search engines and the installed app, which are the same for all visitors. */
export function appFileRoutes(
  deps: Pick<Deps, "config" | "db" | "clock">,
  web: BuiltClient,
  pages: PageRenderer,
) {
  const { config } = deps;
  const { stripe, publicUrl } = config;
  const site = siteRead(config);
  const contentPaths = contentPathsOf(config);
  const { cached } = publicCache<EncodedBody>(deps);
  const listed = web.served
    .filter(({ path, indexable }) => indexable && !path.includes(":"))
    .map(({ path }) => path);
  const file = (text: string, type: string, caching: string) =>
    encodeText(text, { "Content-Type": type, "Cache-Control": caching });
  const isHidden = hiddenPages(deps, web);
  const sitemap = (read: ReadPublic) => {
    const paths = [...listed, ...contentPaths(read)];
    const open = paths.filter((path) => !isHidden(path));
    return file(sitemapOf(publicUrl, open), "application/xml; charset=utf-8", HOURLY);
  };
  const robots = () => file(robotsOf(publicUrl), "text/plain; charset=utf-8", HOURLY);
  const manifest = (contentOf: (site: Site) => object) => (read: ReadPublic) => {
    const app = read(site);
    setTexts(app);
    return file(JSON.stringify(contentOf(app)), "application/manifest+json", REVALIDATED);
  };
  /** Serves a generated file, cached until a table that it reads changes. */
  const send =
    (make: (read: ReadPublic) => EncodedBody | Promise<EncodedBody>) =>
    async ({ req }: Context<AppEnv>) =>
      serveEncoded(await cached(req.path, make), req.raw);

  const pageHeaders = {
    ...unlistedPage(REVALIDATED),
    // The service worker serves these documents in place of personal pages.
    "Content-Security-Policy": personalPolicy(NO_TRACKERS, stripe.apiBase),
  };
  const shell = async (read: ReadPublic) =>
    encodeText(await pages.renderShared(SHELL, read), pageHeaders);
  const offline = async (read: ReadPublic) =>
    encodeText(await pages.renderStatic(OFFLINE, read), pageHeaders);
  const worker = async (read: ReadPublic) =>
    file(await workerText(read), "text/javascript; charset=utf-8", REVALIDATED);

  /**
   * The built worker, with a hash of its precached documents, policy and headers. The documents
   * have the default content: devices must not install a worker after each edit of a text.
   */
  async function workerText(read: ReadPublic): Promise<string> {
    const built = web.statics.get(config.worker && web.statics.has(WORKER) ? WORKER : WORKER_OFF);
    if (!built) throw new AppError("not_found", refusals.notFound);
    const { trackers } = read(site);
    const paths = [SHELL, OFFLINE];
    const documents = await Promise.all(paths.map((path) => pages.renderDefault(path, read)));
    const revision = createHash("sha256")
      .update(JSON.stringify([documents, pageHeaders, securityHeaders(config, trackers)]))
      .digest("hex")
      .slice(0, 16);
    return new TextDecoder().decode(built.identity.body).replaceAll(REVISION, revision);
  }

  const routes = new Hono<AppEnv>()
    .get("/sitemap.xml", publicAccess, send(sitemap))
    .get("/robots.txt", publicAccess, send(robots))
    .get("/manifest.webmanifest", publicAccess, send(manifest(shopManifest)))
    .get("/admin/manifest.webmanifest", publicAccess, send(manifest(adminManifest)))
    .get(WORKER, publicAccess, send(worker))
    .get(SHELL, publicAccess, send(shell))
    .get(OFFLINE, publicAccess, send(offline));
  for (const [alias, { path, section }] of Object.entries(ALIASES)) {
    routes.get(alias, publicAccess, (c) => {
      const hasAnchor = section && isSectionShown(readSite(deps), section);
      const anchor = hasAnchor ? `#${section}` : "";
      // Redirect temporarily, because the path may become a page.
      return c.redirect(path + new URL(c.req.url).search + anchor, 302);
    });
  }
  return routes;
}

function sitemapOf(publicUrl: string, paths: string[]): string {
  const urls = paths.map((path) => `  <url><loc>${publicUrl}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
}

/** Allows all crawlers: a crawler that cannot open a private page cannot see its "noindex". */
function robotsOf(publicUrl: string): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

/** Serves the built files, and the page of every other path. */
export const pageRoutes = (
  web: BuiltClient,
  pages: PageRenderer,
  { findContentPage }: Pick<ReturnType<typeof sharedRoutes>, "findContentPage">,
) =>
  new Hono<AppEnv>()
    .get("*", publicAccess, async (c) => {
      const file = web.statics.get(c.req.path);
      if (file) return serveEncoded(file, c.req.raw);
      // A page opened before a deploy references pictures of the previous build.
      const plain = plainPicturePath(c.req.path);
      if (plain && web.statics.has(plain)) return c.redirect(plain, 302);
      // Respond to a missing asset with a JSON error: a browser would run HTML as the script.
      if (c.req.path.startsWith("/assets/")) throw new AppError("not_found", refusals.notFound);
      return (await findContentPage(c)) ?? pages.answer(c);
    })
    .all("*", () => {
      throw new AppError("not_found", refusals.notFound);
    });
