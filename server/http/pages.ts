import type { Context } from "hono";
import type { ContactStart } from "../contract/contact.ts";
import type { Deps } from "../deps.ts";
import { listProducts } from "../domain/catalogue.ts";
import { getPurchaseDetail } from "../domain/purchase-detail.ts";
import type { AppEnv } from "./env.ts";
import { getOwnership } from "./ownership.ts";
import { viewerOf } from "./viewer.ts";
import type { PageSource, Web } from "./web.ts";

/** What a posted form makes of its page: the status, and what the contact form holds again. */
type Posted = {
  status: number;
  contact: Omit<ContactStart, "openedAt"> & { openedAt?: number | undefined };
};

export type Pages = ReturnType<typeof pageRenderer>;

/** Renders the client's pages on the server, over the database. */
export function pageRenderer(deps: Deps, web: Web) {
  const shared: PageSource = {
    listProducts: async () => listProducts(deps.db),
    getPurchase: () => Promise.reject(new Error("A shared page shows nobody's purchase.")),
    getOwnership: () => Promise.reject(new Error("A shared page shows nobody's purchases.")),
    openContactForm: () => Promise.reject(new Error("A shared page has no form to send.")),
  };
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
        getPurchase: (sessionId) => getPurchaseDetail(deps, sessionId, viewerOf(c, deps)),
        getOwnership: (question) => getOwnership(deps, question, viewerOf(c, deps)),
        openContactForm: async () => ({
          openedAt: posted?.contact.openedAt ?? deps.clock.now().getTime(),
          draft: posted?.contact.draft ?? null,
        }),
      };
      const page = await render(pathname + search, source, c.get("requestId"));
      if (page.location) return c.redirect(page.location, 308);
      const headers = new Headers({
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "private, no-cache",
      });
      if (!page.indexable) headers.set("X-Robots-Tag", "noindex");
      const status = page.status === 200 ? (posted?.status ?? 200) : page.status;
      return new Response(page.html, { status, headers });
    },
  };
}
