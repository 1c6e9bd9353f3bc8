import type { Context } from "hono";
import type { ContentfulStatusCode as Status } from "hono/utils/http-status";
import type { Deps } from "../deps.ts";
import { publicCache, type ReadPublic } from "../domain/public-reads.ts";
import type { BuiltClient } from "../http/built-client.ts";
import {
  accepts,
  chooseVariant,
  gzipText,
  type EncodedBody,
  encodeText,
  unlistedPage,
} from "../http/encoded-body.ts";
import type { AppEnv } from "../http/hono-env.ts";
import { byTrackers, NO_TRACKERS, pagePolicy, personalPolicy } from "../http/headers.ts";
import { clientKey } from "../http/rate-limits.ts";
import { renderQueue } from "../http/render-queue.ts";
import type { Receipt } from "../contract/answers.ts";
import { receiptPath } from "../contract/paths.ts";
import type { Site } from "../contract/site.ts";
import { faqBatch, testimonialBatch } from "../domain/content/content-batches.ts";
import { productList } from "../domain/orders/catalogue.ts";
import { isOpenFor, readSite, siteRead } from "../domain/settings.ts";
import { viewerOf } from "../http/visitor.ts";
import { findOrderPath, hiddenPages, closedSite } from "./closed-shop.ts";
import { pageLoader } from "./loaders.ts";
import { isDataRequest, pageDataAnswers } from "./page-data.ts";
import type { PageVisit, PostedPage } from "./page-load.ts";
import { SAMPLE_PURCHASE, sampleData } from "./sample-data.ts";

/** Limits of concurrent renders: more than a family or school behind one address needs. */
const PAGES_AT_ONCE = { perClient: 20, total: 400 };
const RETRY_SECONDS = 2;
/** Paths that never exist, to render "not found". The text differs below "/files/". */
const NO_PAGE = "/none/none";
const NO_FILE = "/files/none";
/** Id before the first row of a list. */
const BEFORE_FIRST = 0;
const BUSY_PAGE = "/busy";
const FILES_UNAVAILABLE = "/busy/files";
const CLOSED_PAGE = "/closed";
const LANDING = "/";

export type PageRenderer = ReturnType<typeof pageRenderer>;

export function pageRenderer(deps: Deps, web: BuiltClient) {
  const { render, assets } = web;
  const { apiBase } = deps.config.stripe;
  const personalTracked = byTrackers(deps, (trackers) => personalPolicy(trackers, apiBase));
  const personalUntracked = personalPolicy(NO_TRACKERS, apiBase);
  const untracked = pagePolicy(NO_TRACKERS, apiBase);
  const load = pageLoader(deps);
  const answerData = pageDataAnswers(web, load);
  const isHidden = hiddenPages(deps, web);
  const queue = renderQueue(PAGES_AT_ONCE);
  const report = (requestId?: string) => (error: unknown) =>
    deps.log.error({ requestId, err: error }, "page data missing");
  const readNow: ReadPublic = ({ read }) => read(deps.db);
  const shared = (read: ReadPublic) => ({ read, visit: undefined, report: report() });

  const renderShared = (path: string, read: ReadPublic) => renderDocument({ path, read });

  /** Renders a page with the default content, to detect changes of the build and the settings. */
  const renderDefault = (path: string, read: ReadPublic) =>
    renderDocument({ path, read, siteOf: withDefaultContent });

  /** Renders without scripts, because the client would render another page for the URL. */
  const renderStatic = (path: string, read: ReadPublic) =>
    renderDocument({ path, read, scripts: [] });

  async function renderDocument({
    path,
    read,
    expected = 200,
    scripts = assets.scripts,
    siteOf = (site) => site,
  }: SharedDocument): Promise<string> {
    const page = await render({
      url: path,
      site: siteOf(read(siteRead(deps.config))),
      load: (address) => load(address, shared(read)),
      report: report(),
      assets: { ...assets, scripts },
    });
    if (page.status !== expected) throw new Error(`The page ${path} could not be rendered.`);
    return page.html;
  }

  /** Renders a page for the admin. */
  async function renderPreview({ path, texts, read, hasLongLists }: PagePreview): Promise<string> {
    const site = read(siteRead(deps.config));
    const samples: Record<string, unknown> = sampleData(deps);
    const page = await render({
      url: previewUrl(path, readNow(productList)[0]?.id ?? 1),
      site: { ...site, texts: { ...site.texts, ...texts } },
      load: async (address) => {
        if (address.path in samples) return samples[address.path];
        const data = await load(address, shared(read));
        return hasLongLists && address.path === "/"
          ? Object.assign({}, data, longLists(read))
          : data;
      },
      report: report(),
      assets: { ...assets, scripts: [] },
    });
    return page.html;
  }

  /** Renders a receipt as a file that needs nothing from the shop, in turn with the pages. */
  async function renderReceiptFile(receipt: Receipt, user: { id: number }): Promise<string> {
    const { html } = await queue.run(`user ${user.id}`, (turn) =>
      render({
        url: receiptPath(receipt.orderNumber),
        site: readSite(deps),
        load: async () => receipt,
        report: report(),
        assets: { scripts: [], styles: [], preloads: [] },
        isFile: true,
        turn,
      }),
    );
    return html;
  }

  const longLists = (read: ReadPublic) => ({
    testimonials: read(testimonialBatch(deps.config, BEFORE_FIRST)),
    faqs: read(faqBatch(deps.config, BEFORE_FIRST)),
  });

  const { cached } = publicCache<EncodedBody>(deps);
  const notFound = (path: string) =>
    cached(path, async (read) => {
      const html = await renderDocument({ path, read, expected: 404 });
      return encodeText(html, unlistedPage("private, no-cache"));
    });
  const closedPage = () =>
    cached(CLOSED_PAGE, async (read) => {
      const html = await renderDocument({
        path: CLOSED_PAGE,
        read,
        scripts: [],
        siteOf: closedSite,
      });
      return encodeText(html, unlistedPage("private, no-cache"));
    });
  const busy = (path: string) =>
    cached(path, async (read) =>
      encodeText(await renderStatic(path, read), unlistedPage("no-store")),
    );

  /** Answers with the closed page, or sends a buyer who has paid from an offer to the order. */
  async function answerClosed(c: Context<AppEnv>): Promise<Response> {
    const order = findOrderPath(new URL(c.req.url));
    if (isDataRequest(c)) {
      c.header("Cache-Control", "private, no-store");
      return c.json({ location: order ?? LANDING });
    }
    if (order) return c.redirect(order, 302);
    // decision: closed-page
    return sendEncoded(c, await closedPage(), 200);
  }

  /** Renders the page of a request; limits the concurrent renders of each client. */
  async function answer(c: Context<AppEnv>, posted?: PostedPage): Promise<Response> {
    const { pathname, search } = new URL(c.req.url);
    const isHiddenPage = isHidden(pathname);
    if (isHiddenPage && !isOpenFor(deps, viewerOf(c, deps).user)) return answerClosed(c);
    const visit: PageVisit = { c, posted, isPersonal: isHiddenPage };
    const request = { read: readNow, visit, report: report(c.get("requestId")) };
    const data = posted ? undefined : await answerData(c, request);
    if (data) return data;
    const client = clientKey(c, deps.config.trustedProxy);
    // The result of a posted form is rendered even past the limits.
    const refusal = posted && !posted.framedCheckout ? undefined : queue.refusalOf(client);
    if (refusal) {
      // Slows down clients that retry immediately.
      await queue.turnOf(client);
      c.header("Retry-After", String(RETRY_SECONDS));
      return sendEncoded(c, await busy(BUSY_PAGE), refusal);
    }
    const site = readSite(deps);
    const page = await queue.run(client, (turn) =>
      render({
        url: pathname + search,
        site: isHiddenPage ? { ...site, adminOnly: true } : site,
        load: (address) => load(address, request),
        assets,
        report: request.report,
        turn,
        skipNotFound: true,
      }),
    );
    if (page.status === 404) {
      const missing = pathname.startsWith("/files/") ? NO_FILE : NO_PAGE;
      return sendEncoded(c, await notFound(missing), 404);
    }
    const isPersonal = page.personal || visit.isPersonal;
    const caching = isPersonal ? "private, no-store" : "private, no-cache";
    if (page.location) {
      c.header("Cache-Control", caching);
      return c.redirect(page.location, page.status === 302 ? 302 : 308);
    }
    c.header("Content-Type", "text/html; charset=utf-8");
    c.header("Cache-Control", caching);
    if (isPersonal || !page.indexable) c.header("X-Robots-Tag", "noindex");
    if (page.personal) {
      c.header("Content-Security-Policy", page.tracked ? personalTracked() : personalUntracked);
    } else if (!page.tracked) c.header("Content-Security-Policy", untracked);
    const status = (page.status === 200 ? (posted?.status ?? 200) : page.status) as Status;
    // Personal pages are not compressed, because the length could reveal secrets (BREACH).
    return isPersonal ? c.body(page.html, status) : sendGzipped(c, page.html, status);
  }

  return {
    renderShared,
    renderDefault,
    renderStatic,
    renderPreview,
    renderReceiptFile,
    answer,

    async answerFilesUnavailable(c: Context<AppEnv>): Promise<Response> {
      return sendEncoded(c, await busy(FILES_UNAVAILABLE), 503);
    },
  };
}

/** Replaces what the owner changes on the Content screen. */
function withDefaultContent(site: Site): Site {
  const changed = { ...site, texts: {}, testimonials: true, faqs: true };
  delete changed.sections;
  return changed;
}

type SharedDocument = {
  path: string;
  read: ReadPublic;
  expected?: number;
  scripts?: string[];
  siteOf?: (site: Site) => Site;
};

type PagePreview = {
  path: string;
  /** Override the stored texts. */
  texts: Site["texts"];
  read: ReadPublic;
  /** Whether the landing page shows more rows than at first, so that an edited one is among them. */
  hasLongLists: boolean;
};

/** Fills the parameters of a catalogue path, so that its page has something to show. */
function previewUrl(path: string, productId: number): string {
  return `${path.replace(":id", String(productId))}?originalProductId=${productId}&${SAMPLE_PURCHASE}`;
}

async function sendGzipped(c: Context<AppEnv>, html: string, status: Status): Promise<Response> {
  c.header("Vary", "Accept-Encoding");
  if (!accepts(c.req.header("Accept-Encoding") ?? "", "gzip")) return c.body(html, status);
  c.header("Content-Encoding", "gzip");
  return c.body(new Uint8Array(await gzipText(html)), status);
}

function sendEncoded(c: Context<AppEnv>, encoded: EncodedBody, status: Status): Response {
  const { body, headers } = chooseVariant(encoded, c.req.header("Accept-Encoding") ?? null);
  for (const [name, value] of headers) c.header(name, value);
  return c.body(body, status);
}
