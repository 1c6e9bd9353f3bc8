import { renderToStaticMarkup, renderToString } from "react-dom/server";
import type { PageRequest, RenderedPage, ServedPage } from "../../server/contract/pages.ts";
import { loadFrameParts } from "../components/frame-part.ts";
import { sharingWords } from "../content/sharing.ts";
import { structuredDataOf } from "../features/landing/structured-data.ts";
import { SentElsewhere } from "../lib/guards.ts";
import type { PageContext } from "../lib/page-context.ts";
import { readingSource } from "../lib/read-answers.ts";
import { App } from "./app.tsx";
import { Document } from "./document.tsx";
import { keptDocuments } from "./kept-documents.tsx";
import { failedPage, openPage, type ShownPage } from "./open-page.tsx";
import type { Page } from "./page.ts";
import { type PageData, recordReads, toScriptJson } from "./page-data.ts";
import { findPage, type PageCode, type PagePath, pages } from "./pages.ts";

/** Web app manifest of every page that names no other manifest. */
const SHOP_MANIFEST = "/manifest.webmanifest";

// The server has the code of all pages from the beginning, and of what is around them.
await loadFrameParts();
const loaded = new Map<string, { page: Page }>(
  await Promise.all(
    Object.entries(pages).map(async ([path, load]) => [path, await load()] as const),
  ),
);

/** What the server has to know of the pages ahead of any request. */
export const served: ServedPage[] = [...loaded].map(([path, { page }]) => ({
  path,
  indexable: page.facts.indexable === true,
  shared: page.facts.shared === true,
}));

const codeOf: PageCode = async (path: PagePath) => loaded.get(path) ?? pages[path]();

/**
 * Renders the whole document of one public page. The status is 200, 404 for an unknown path, or
 * 500 when the page itself failed; the document is complete in all three cases.
 */
export async function render(input: PageRequest): Promise<RenderedPage> {
  const { site, assets, report = (error) => reportError(error) } = input;
  // Whatever the path begins with: "//host/x" is a path of this site, too.
  const { pathname, search } = new URL(`http://site${input.url}`);
  const moved = pathname.endsWith("/") && findPage(pathname.slice(0, -1));
  if (moved) {
    const location = pathname.slice(0, -1) + search;
    return { status: 308, html: "", indexable: false, personal: false, tracked: false, location };
  }

  const data: PageData = { site, reads: {} };
  const source = recordReads(readingSource(input.source), data);
  await input.turn?.();
  let shown: ShownPage;
  try {
    const kept = keptDocuments[pathname];
    shown = kept
      ? { pathname, search, status: 200, title: kept.facts.title, ...kept }
      : await openPage({ code: codeOf, source, report }, { pathname, search });
  } catch (error) {
    if (!(error instanceof SentElsewhere)) throw error;
    const location = error.href;
    return { status: 302, html: "", indexable: false, personal: true, tracked: false, location };
  }

  const { facts } = shown;
  const personal = facts.personal === true;
  const tracked = facts.untracked !== true;
  if (shown.status === 404 && input.skipNotFound) {
    return { status: 404, html: "", indexable: false, personal, tracked };
  }
  await input.turn?.();
  const context = { site, source, pathname, go: unavailable, reload: unavailable };
  let app: string;
  try {
    app = draw(shown, context);
  } catch (error) {
    report(error);
    shown = { ...shown, ...failedPage(error) };
    app = draw(shown, context);
  }
  const status = shown.status === "opening" ? 500 : shown.status;
  const indexable = status === 200 && facts.indexable === true;
  // One document answers every address without a page.
  const canonical = status === 404 ? undefined : new URL(pathname, site.publicUrl).href;
  const structured =
    canonical && structuredDataOf(pathname, { site, products: data.reads.listProducts });
  const html = renderToStaticMarkup(
    <Document
      page={{
        title: `${shown.title} | ${site.brand}`,
        description: (status === 200 && facts.description) || sharingWords.description,
        canonical,
        indexable,
        tracked,
        urgent: facts.urgent === true,
        dark: facts.dark === true,
        // The shell replaces pages of both apps.
        manifest: facts.shell ? undefined : (facts.manifest ?? SHOP_MANIFEST),
        shell: facts.shell === true,
      }}
      site={site}
      assets={assets}
      app={app}
      structuredData={structured && toScriptJson(structured)}
      data={toScriptJson(data)}
    />,
  );
  return { status, html: `<!doctype html>${html}`, indexable, personal, tracked };
}

function draw(shown: ShownPage, context: PageContext): string {
  return renderToString(<App shown={shown} context={context} />);
}

function unavailable(): Promise<never> {
  return Promise.reject(new Error("The server shows one page a document."));
}
