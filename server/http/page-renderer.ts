import type { Context } from "hono";
import type { ContentfulStatusCode as Status } from "hono/utils/http-status";
import type { Deps } from "../deps.ts";
import type { ReadPublic } from "../domain/public-reads.ts";
import type { BuiltClient } from "./built-client.ts";
import {
  accepts,
  chooseVariant,
  gzipText,
  type EncodedBody,
  encodeText,
  unlistedPage,
} from "./encoded-body.ts";
import type { AppEnv } from "./hono-env.ts";
import { discountCodeOf, rememberDiscount } from "./discount-cookie.ts";
import { byTrackers, NO_TRACKERS, pagePolicy, personalPolicy } from "./headers.ts";
import { clientKey, createRateLimit, isWithin } from "./rate-limits.ts";
import { renderQueue } from "./render-queue.ts";
import { sharedAnswersCache } from "./shared-answers-cache.ts";
import type { CheckoutRequest } from "../contract/checkout.ts";
import type { ContactStart } from "../contract/contact.ts";
import { findKnownMessage } from "./known-messages.ts";
import { type LoginStart, NEW_LOGIN } from "../contract/sign-in.ts";
import { NEW_WITHDRAWAL, type WithdrawStart } from "../contract/withdraw.ts";
import type { PageSource } from "../contract/page-source.ts";
import type { Site } from "../contract/site.ts";
import { productList, shopCurrency } from "../domain/orders/catalogue.ts";
import { SAMPLE_PURCHASE, sampleVisitor } from "../domain/content/sample-visitor.ts";
import { readSite, siteRead } from "../domain/settings.ts";
import { faqBatch, shownPage, testimonialBatch } from "../domain/content/content-batches.ts";
import { findMailStop, withNews } from "../domain/mails/mail-preferences.ts";
import { getOwnership } from "../domain/orders/ownership.ts";
import { getPurchaseDetail } from "../domain/orders/purchase-detail.ts";
import { findReceipt } from "../domain/orders/receipt.ts";
import { listMore } from "../domain/orders/more-for-you.ts";
import { listPurchases } from "../domain/orders/purchase-history.ts";
import { listSessions } from "../domain/sign-in/sessions.ts";
import { sessionToken } from "./cookies.ts";
import { getUser, viewerOf } from "./visitor.ts";

/** Limits of concurrent renders: more than a family or school behind one address needs. */
const PAGES_AT_ONCE = { perClient: 20, total: 400 };
const RETRY_SECONDS = 2;
/** Paths that never exist, to render "not found". The text differs below "/files/". */
const NO_PAGE = "/none/none";
const NO_FILE = "/files/none";
const BUSY_PAGE = "/busy";
const FILES_UNAVAILABLE = "/busy/files";

export type PageRenderer = ReturnType<typeof pageRenderer>;

export function pageRenderer(deps: Deps, { render, assets }: BuiltClient) {
  const { apiBase } = deps.config.stripe;
  const personalTracked = byTrackers(deps, (trackers) => personalPolicy(trackers, apiBase));
  const personalUntracked = personalPolicy(NO_TRACKERS, apiBase);
  const untracked = pagePolicy(NO_TRACKERS, apiBase);
  const sourceOf = pageSources(deps);
  const queue = renderQueue(PAGES_AT_ONCE);
  const report = (requestId?: string) => (error: unknown) =>
    deps.log.error({ requestId, err: error }, "page data missing");

  const renderShared = (path: string, read: ReadPublic) => renderDocument({ path, read });

  /** Renders a page with the default texts, to detect changes of the build and the settings. */
  const renderDefault = (path: string, read: ReadPublic) =>
    renderDocument({ path, read, texts: {} });

  /** Renders without scripts, because the client would render another page for the URL. */
  const renderStatic = (path: string, read: ReadPublic) =>
    renderDocument({ path, read, scripts: [] });

  async function renderDocument({
    path,
    read,
    expected = 200,
    scripts = assets.scripts,
    texts,
  }: SharedDocument): Promise<string> {
    const site = read(siteRead(deps.config));
    const page = await render({
      url: path,
      site: texts ? { ...site, texts } : site,
      source: sourceOf(read),
      report: report(),
      assets: { ...assets, scripts },
    });
    if (page.status !== expected) throw new Error(`The page ${path} could not be rendered.`);
    return page.html;
  }

  /** Renders a page of the text catalogue; `texts` override the stored texts. */
  async function renderPreview(path: string, texts: Site["texts"]): Promise<string> {
    const read: ReadPublic = (wanted) => wanted.read(deps.db);
    const site = readSite(deps);
    const sample = { now: deps.clock.now(), currency: shopCurrency(deps.db) };
    const page = await render({
      url: previewUrl(path, read(productList)[0]?.id ?? 1),
      site: { ...site, texts: { ...site.texts, ...texts } },
      source: { ...sourceOf(read), ...sampleVisitor(path, sample) },
      report: report(),
      assets: { ...assets, scripts: [] },
    });
    return page.html;
  }

  const { cached } = sharedAnswersCache<EncodedBody>(deps);
  const notFound = (path: string) =>
    cached(path, async (read) => {
      const html = await renderDocument({ path, read, expected: 404 });
      return encodeText(html, unlistedPage("private, no-cache"));
    });
  const busy = (path: string) =>
    cached(path, async (read) =>
      encodeText(await renderStatic(path, read), unlistedPage("no-store")),
    );

  /** Renders the page of a request; limits the concurrent renders of each client. */
  async function answer(c: Context<AppEnv>, posted?: PostedPage): Promise<Response> {
    const client = clientKey(c, deps.config.trustedProxy);
    // The result of a posted form is rendered even past the limits.
    const refusal = posted && !posted.framedCheckout ? undefined : queue.refusalOf(client);
    if (refusal) {
      // Slows down clients that retry immediately.
      await queue.turnOf(client);
      c.header("Retry-After", String(RETRY_SECONDS));
      return sendEncoded(c, await busy(BUSY_PAGE), refusal);
    }
    const { pathname, search } = new URL(c.req.url);
    const visit: PageVisit = { c, posted, isPersonal: false };
    const page = await queue.run(client, (turn) =>
      render({
        url: pathname + search,
        site: readSite(deps),
        source: sourceOf(({ read }) => read(deps.db), visit),
        assets,
        report: report(c.get("requestId")),
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
      if (isPersonal) c.header("Cache-Control", caching);
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
    answer,

    async answerFilesUnavailable(c: Context<AppEnv>): Promise<Response> {
      return sendEncoded(c, await busy(FILES_UNAVAILABLE), 503);
    },
  };
}

type SharedDocument = {
  path: string;
  read: ReadPublic;
  expected?: number;
  scripts?: string[];
  texts?: Site["texts"];
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

type PostedPage = {
  status: number;
  contact?: Omit<ContactStart, "openedAt"> & { openedAt?: number | undefined };
  login?: LoginStart;
  withdraw?: WithdrawStart;
  /** Checkout requested inside an iframe and not started yet. */
  framedCheckout?: CheckoutRequest;
};

type PageVisit = {
  c: Context<AppEnv>;
  posted: PostedPage | undefined;
  /** Whether the page has read the visitor's data, so that caches must not store it. */
  isPersonal: boolean;
};

const DISCOUNTS = { name: "discount-page", points: 60, seconds: 60, durable: false };
const PURCHASES = { name: "purchase-page", points: 60, seconds: 60, durable: false };

function pageSources(deps: Deps) {
  const limit = createRateLimit(deps, PURCHASES);
  const discountLimit = createRateLimit(deps, DISCOUNTS);
  return (read: ReadPublic, visit?: PageVisit): PageSource => {
    const getVisit = () => {
      if (!visit) throw new Error("A shared page must not read anything of a visitor.");
      return visit;
    };
    const getPersonal = () => {
      const found = getVisit();
      found.isPersonal = true;
      return found;
    };
    const viewer = () => {
      const found = viewerOf(getVisit().c, deps);
      getVisit().isPersonal ||= found.browserHash !== null || found.user !== null;
      return found;
    };
    return {
      listProducts: async () => read(productList),
      listTestimonials: async () => read(testimonialBatch(deps.config)),
      listFaqs: async () => read(faqBatch(deps.config)),
      findTextPage: async (slug) => read(shownPage(deps.config, slug)),
      findDiscount: async (code) => {
        const { c } = getVisit();
        await discountLimit(c);
        return rememberDiscount(c, deps, code);
      },
      getPurchase: async (sessionId) => {
        await limit(getPersonal().c);
        return getPurchaseDetail(deps, sessionId, viewer());
      },
      getOwnership: async (question) => {
        const { c } = getVisit();
        const code = discountCodeOf(c);
        getVisit().isPersonal ||= question.sessionId !== undefined || code !== undefined;
        const mayAsk = await isWithin(limit, c);
        return getOwnership(deps, question, { viewer: viewer(), mayAsk, code });
      },
      openContactForm: async () => {
        const { draft = null, openedAt } = getVisit().posted?.contact ?? {};
        getVisit().isPersonal ||= draft !== null;
        return { openedAt: openedAt ?? deps.clock.now().getTime(), draft };
      },
      findErrorText: async (given) => findKnownMessage(given),
      findFramedCheckout: async () => getPersonal().posted?.framedCheckout ?? null,
      findUser: async () => {
        const { user } = viewerOf(getPersonal().c, deps);
        return user && withNews(deps, user);
      },
      listPurchases: async () => listPurchases(deps, getUser(getVisit().c, deps)),
      findReceipt: async (orderNumber) =>
        findReceipt(deps, orderNumber, viewerOf(getPersonal().c, deps)),
      listMore: async () => listMore(deps, viewer()),
      listSessions: async () => {
        const { c } = getVisit();
        return listSessions(deps, getUser(c, deps), sessionToken(c, deps));
      },
      openWithdrawal: async () => getPersonal().posted?.withdraw ?? NEW_WITHDRAWAL,
      openLogin: async () => getPersonal().posted?.login ?? NEW_LOGIN,
      findMailStop: async (token) => {
        getPersonal();
        return findMailStop(deps, token);
      },
    };
  };
}
