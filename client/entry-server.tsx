import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import type { Site } from "../server/contract/site.ts";
import { type Assets, Document } from "./document.tsx";
import { type PageData, recordAnswers, toScriptJson } from "./lib/page-data.ts";
import { describePage, pageStatus } from "./lib/page-meta.ts";
import type { PageSource } from "./lib/page-source.ts";
import { structuredDataOf } from "./lib/structured-data.ts";
import { SENT_ELSEWHERE } from "./lib/guards.ts";
import { createAppRouter } from "./router.tsx";

export type { Assets } from "./document.tsx";
export type { PageSource } from "./lib/page-source.ts";

export type RenderInput = {
  /** Path and query of the request. */
  url: string;
  site: Site;
  source: PageSource;
  assets: Assets;
  /** Takes failures that the page hides from the visitor; the runtime's own when left out. */
  report?: (error: unknown) => void;
};

/**
 * `location` is set, and the status 308, when the page lives at another path ("/checkout/error/");
 * the status is 302 when the page sends this visitor elsewhere for now. A `personal` page shows
 * somebody's own things, or depends on who asks.
 */
export type RenderedPage = {
  status: number;
  html: string;
  indexable: boolean;
  personal: boolean;
  /** Whether vendors' scripts may be loaded there. */
  tracked: boolean;
  location?: string;
};

/**
 * Renders the whole document of one public page. The status is 200, 404 for an unknown path, or
 * 500 when the page itself failed; the document is complete in all three cases.
 */
export async function render(input: RenderInput): Promise<RenderedPage> {
  const { url, site, assets, report = (error) => reportError(error) } = input;
  const data: PageData = { site };
  const router = createAppRouter({
    history: createMemoryHistory({ initialEntries: [url] }),
    source: recordAnswers(input.source, data),
    site,
    report,
  });
  await router.load();

  const moved = router._serverResult;
  if (moved?.type === "redirect") {
    const location = moved.redirect.headers.get("Location") ?? "/";
    // A guard names its status; the router moves a path with a slash too many without one.
    const status = moved.redirect.status === SENT_ELSEWHERE ? SENT_ELSEWHERE : 308;
    const personal = status === SENT_ELSEWHERE;
    return { status, html: "", indexable: false, personal, tracked: false, location };
  }

  const app = renderToString(<RouterProvider router={router} />);
  const status = pageStatus(router);
  const page = describePage(router, status);
  const structured = structuredDataOf(new URL(page.canonical).pathname, data);
  const html = renderToStaticMarkup(
    <Document
      page={page}
      site={site}
      assets={assets}
      app={app}
      structuredData={structured && toScriptJson(structured)}
      data={toScriptJson(data)}
    />,
  );
  const { indexable, personal, tracked } = page;
  return { status, html: `<!doctype html>${html}`, indexable, personal, tracked };
}
