import { gzipSync } from "node:zlib";
import type { Context } from "hono";
import type { ContentfulStatusCode as Status } from "hono/utils/http-status";
import type { ContactStart } from "../contract/contact.ts";
import { type LoginStart, NEW_LOGIN } from "../contract/login.ts";
import type { Deps } from "../deps.ts";
import { listProducts } from "../domain/catalogue.ts";
import { getPurchaseDetail } from "../domain/purchase-detail.ts";
import { listPurchases } from "../domain/purchase-history.ts";
import { listSessions } from "../domain/sessions.ts";
import type { AppEnv } from "./env.ts";
import { accepts } from "./http-cache.ts";
import { getOwnership } from "./ownership.ts";
import { countOf } from "./rate-limit.ts";
import { NO_TRACKERS, personalPolicy } from "./security-headers.ts";
import { findUser, requireUser, sessionToken } from "./session.ts";
import { viewerOf } from "./viewer.ts";
import type { PageSource, Web } from "./web.ts";

/** What a posted form makes of its page: the status, and what the page's form holds again. */
type Posted = {
  status: number;
  contact?: Omit<ContactStart, "openedAt"> & { openedAt?: number | undefined };
  login?: LoginStart;
};

export type Pages = ReturnType<typeof pageRenderer>;

/** Renders the client's pages on the server, over the database. */
export function pageRenderer(deps: Deps, web: Web) {
  const refuse = () => Promise.reject(new Error("A shared page shows nothing of anybody."));
  const shared: PageSource = {
    listProducts: async () => listProducts(deps.db),
    getPurchase: refuse,
    getOwnership: refuse,
    openContactForm: refuse,
    findUser: refuse,
    listPurchases: refuse,
    listSessions: refuse,
    openLogin: refuse,
  };
  const own = personalPolicy(deps.config.site.trackers);
  const ownUntracked = personalPolicy(NO_TRACKERS);
  const asked = countOf(deps, { name: "purchase-page", points: 60, seconds: 60, durable: false });
  const render = (url: string, source: PageSource, requestId?: string) =>
    web.render({
      url,
      site: deps.config.site,
      source,
      assets: web.assets,
      report: (error) => deps.log.error({ requestId, err: error }, "page data missing"),
    });

  return {
    /** The document of a page that is the same for everybody. Throws when it could not be made. */
    async renderShared(path: string): Promise<string> {
      const { html, status } = await render(path, shared);
      if (status !== 200) throw new Error(`The page ${path} could not be rendered.`);
      return html;
    },

    /** The page that a request asks for, or that its form belongs to, for this visitor alone. */
    async answer(c: Context<AppEnv>, posted?: Posted): Promise<Response> {
      const { pathname, search } = new URL(c.req.url);
      const source: PageSource = {
        ...shared,
        getPurchase: async (sessionId) => {
          await asked(c);
          return getPurchaseDetail(deps, sessionId, viewerOf(c, deps));
        },
        getOwnership: async (question) => {
          if (question.sessionId !== undefined) await asked(c);
          return getOwnership(deps, question, viewerOf(c, deps));
        },
        openContactForm: async () => ({
          openedAt: posted?.contact?.openedAt ?? deps.clock.now().getTime(),
          draft: posted?.contact?.draft ?? null,
        }),
        findUser: async () => findUser(c, deps) ?? null,
        listPurchases: async () => listPurchases(deps, requireUser(c, deps)),
        listSessions: async () => listSessions(deps, requireUser(c, deps), sessionToken(c)),
        openLogin: async () => posted?.login ?? NEW_LOGIN,
      };
      const page = await render(pathname + search, source, c.get("requestId"));
      const caching = page.personal ? "private, no-store" : "private, no-cache";
      if (page.location) {
        if (page.personal) c.header("Cache-Control", caching);
        return c.redirect(page.location, page.status === 302 ? 302 : 308);
      }
      c.header("Content-Type", "text/html; charset=utf-8");
      c.header("Cache-Control", caching);
      if (!page.indexable) c.header("X-Robots-Tag", "noindex");
      if (page.personal) c.header("Content-Security-Policy", page.tracked ? own : ownUntracked);
      const status = (page.status === 200 ? (posted?.status ?? 200) : page.status) as Status;
      // Compressed, its length could help a stranger to guess the links in it (BREACH).
      if (page.personal) return c.body(page.html, status);
      c.header("Vary", "Accept-Encoding");
      if (!accepts(c.req.header("Accept-Encoding") ?? "", "gzip")) return c.body(page.html, status);
      c.header("Content-Encoding", "gzip");
      return c.body(gzipSync(page.html), status);
    },
  };
}
