import { gzipSync } from "node:zlib";
import type { Context } from "hono";
import type { ContentfulStatusCode as Status } from "hono/utils/http-status";
import type { CheckoutRequest } from "../contract/checkout.ts";
import type { ContactStart } from "../contract/contact.ts";
import { type LoginStart, NEW_LOGIN } from "../contract/login.ts";
import type { PageSource } from "../contract/pages.ts";
import type { Deps } from "../deps.ts";
import { listProducts } from "../domain/catalogue.ts";
import { getPurchaseDetail } from "../domain/orders/purchase-detail.ts";
import { listPurchases } from "../domain/orders/purchase-history.ts";
import { listSessions } from "../domain/sign-in/sessions.ts";
import type { AppEnv } from "./env.ts";
import { accepts, chooseVariant, type EncodedBody } from "./encoded-body.ts";
import { encodedOnce, unlistedPage } from "./encoded-body.ts";
import { getOwnership } from "../domain/orders/ownership.ts";
import { clientKey, countOf, isWithin } from "./limits.ts";
import { renderQueue } from "./render-queue.ts";
import { NO_TRACKERS, pagePolicy, personalPolicy } from "./headers.ts";
import { getUser, sessionToken, viewerOf } from "./viewer.ts";
import type { BuiltClient } from "./built-client.ts";

/** What a posted form makes of its page: the status, and what the page's form holds again. */
type Posted = {
  status: number;
  contact?: Omit<ContactStart, "openedAt"> & { openedAt?: number | undefined };
  login?: LoginStart;
  /** Asked for inside a frame, and not started yet. */
  framedCheckout?: CheckoutRequest;
};

type Visit = {
  c: Context<AppEnv>;
  posted: Posted | undefined;
  /** Whether anything that was read is the visitor's own (decision: private-by-reading). */
  own: boolean;
};

/** More than a family or a school behind one address has under way: a page takes milliseconds. */
const PAGES_AT_ONCE = { perClient: 20, total: 400 };
const RETRY_SECONDS = 2;
/** URLs without a page. The client tells links to files from all others. */
const NO_PAGE = "/none";
const NO_FILE = "/files/none";
const BUSY_PAGE = "/busy";
const FILES_AWAY = "/busy/files";

export type PageRenderer = ReturnType<typeof pageRenderer>;

/** Renders the client's pages on the server, over the database. */
export function pageRenderer(deps: Deps, web: BuiltClient) {
  const { site, stripe } = deps.config;
  const policies = {
    own: personalPolicy(site.trackers, stripe.apiBase),
    ownUntracked: personalPolicy(NO_TRACKERS, stripe.apiBase),
    untracked: pagePolicy(NO_TRACKERS, stripe.apiBase),
  };
  const asked = countOf(deps, { name: "purchase-page", points: 60, seconds: 60, durable: false });
  const queue = renderQueue(PAGES_AT_ONCE);
  const report = (requestId?: string) => (error: unknown) =>
    deps.log.error({ requestId, err: error }, "page data missing");
  const renderShared = async (path: string, expected: number, assets = web.assets) => {
    const { html, status } = await web.render({
      url: path,
      site,
      source: sourceFor(),
      assets,
      report: report(),
    });
    if (status !== expected) throw new Error(`The page ${path} could not be rendered.`);
    return html;
  };
  const notFound = encodedOnce({
    headers: unlistedPage("private, no-cache"),
    make: (path) => renderShared(path, 404),
  });
  /** Without a script, for what stands at the URL of another page, which it is not to become. */
  const still = { ...web.assets, scripts: [] };
  const busy = encodedOnce({
    headers: unlistedPage("no-store"),
    make: (path) => renderShared(path, 200, still),
  });

  /** What a page reads for a visit; a page without one is the same for all visitors. */
  function sourceFor(visit?: Visit): PageSource {
    const visited = () => {
      if (!visit) throw new Error("A shared page reads nothing of a visitor.");
      return visit;
    };
    const viewer = () => {
      const found = viewerOf(visited().c, deps);
      visited().own ||= found.browserHash !== null || found.user !== null;
      return found;
    };
    return {
      listProducts: async () => listProducts(deps.db),
      getPurchase: async (sessionId) => {
        visited().own = true;
        await asked(visited().c);
        return getPurchaseDetail(deps, sessionId, viewer());
      },
      getOwnership: async (question) => {
        visited().own ||= question.sessionId !== undefined;
        const mayAsk = await isWithin(asked, visited().c);
        return getOwnership(deps, question, { viewer: viewer(), mayAsk });
      },
      openContactForm: async () => {
        const { draft = null, openedAt } = visited().posted?.contact ?? {};
        visited().own ||= draft !== null;
        return { openedAt: openedAt ?? deps.clock.now().getTime(), draft };
      },
      findFramedCheckout: async () => {
        visited().own = true;
        return visited().posted?.framedCheckout ?? null;
      },
      findUser: async () => {
        visited().own = true;
        return viewerOf(visited().c, deps).user;
      },
      listPurchases: async () => listPurchases(deps, getUser(visited().c, deps)),
      listSessions: async () => {
        const { c } = visited();
        return listSessions(deps, getUser(c, deps), sessionToken(c, deps));
      },
      openLogin: async () => {
        visited().own = true;
        return visited().posted?.login ?? NEW_LOGIN;
      },
    };
  }

  return {
    /** The document of a page that all visitors share. Throws when it could not be made. */
    renderShared: (path: string) => renderShared(path, 200),

    /** The same without a script, for what stands at the URL of another page. */
    renderStill: (path: string) => renderShared(path, 200, still),

    /** The page in the place of a file whose store does not answer. */
    async answerFilesAway(c: Context<AppEnv>): Promise<Response> {
      return sendEncoded(c, await busy(FILES_AWAY), 503);
    },

    /**
     * The page that a request asks for, or that its form belongs to, for this visitor alone. A client
     * with too many pages under way is refused; what a form has done is always said.
     */
    async answer(c: Context<AppEnv>, posted?: Posted): Promise<Response> {
      const client = clientKey(c, deps.config.trustedProxy);
      const refusal = posted && !posted.framedCheckout ? undefined : queue.refusalOf(client);
      if (refusal) {
        // In turn, or a client that retries at once keeps the store busy (decision: render-queue).
        await queue.turnOf(client);
        c.header("Retry-After", String(RETRY_SECONDS));
        return sendEncoded(c, await busy(BUSY_PAGE), refusal);
      }
      const { pathname, search } = new URL(c.req.url);
      const visit: Visit = { c, posted, own: false };
      const page = await queue.run(client, (turn) =>
        web.render({
          url: pathname + search,
          site,
          source: sourceFor(visit),
          assets: web.assets,
          report: report(c.get("requestId")),
          turn,
          skipNotFound: true,
        }),
      );
      if (page.status === 404) {
        const kind = pathname.startsWith("/files/") ? NO_FILE : NO_PAGE;
        return sendEncoded(c, await notFound(kind), 404);
      }
      const own = page.personal || visit.own;
      const caching = own ? "private, no-store" : "private, no-cache";
      if (page.location) {
        if (own) c.header("Cache-Control", caching);
        return c.redirect(page.location, page.status === 302 ? 302 : 308);
      }
      c.header("Content-Type", "text/html; charset=utf-8");
      c.header("Cache-Control", caching);
      if (own || !page.indexable) c.header("X-Robots-Tag", "noindex");
      if (page.personal) {
        c.header("Content-Security-Policy", page.tracked ? policies.own : policies.ownUntracked);
      } else if (!page.tracked) c.header("Content-Security-Policy", policies.untracked);
      const status = (page.status === 200 ? (posted?.status ?? 200) : page.status) as Status;
      // Compressed, its length could help a stranger to guess the links in it (BREACH).
      if (own) return c.body(page.html, status);
      c.header("Vary", "Accept-Encoding");
      if (!accepts(c.req.header("Accept-Encoding") ?? "", "gzip")) return c.body(page.html, status);
      c.header("Content-Encoding", "gzip");
      return c.body(gzipSync(page.html), status);
    },
  };
}

/** Sends a prepared page beside the headers that the route has set. */
function sendEncoded(c: Context<AppEnv>, prepared: EncodedBody, status: Status): Response {
  const { body, headers } = chooseVariant(prepared, c.req.header("Accept-Encoding") ?? null);
  for (const [name, value] of headers) c.header(name, value);
  return c.body(body, status);
}
