import type { ReactNode } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { ENGLISH } from "../../server/contract/language.ts";
import {
  type PageRequest,
  Redirect,
  type RenderedPage,
  type ServedPage,
} from "../../server/contract/pages.ts";
import { setTexts } from "../../server/contract/words.ts";
import type { PageData } from "../../server/pages/loaders.ts";
import { AppShell } from "../components/status-pages.tsx";
import { ClosedPage, OfflinePage } from "../components/unavailable-pages.tsx";
import { sharingWords, shellWords } from "../content/pages.ts";
import { closedPageWords, offlinePageWords } from "../content/unavailable.ts";
import { structuredDataOf } from "../features/landing/structured-data.ts";
import { sharePictureOf } from "../lib/share-picture.ts";
import type { PageContext } from "../lib/page-context.ts";
import { App } from "./app.tsx";
import { Document } from "./document.tsx";
import { FileDocument } from "./file-document.tsx";
import { failedPage, openPage, type OpenPageDeps, type ShownPage } from "./open-page.tsx";
import type { Page, PageFacts } from "./page.ts";
import { type DocumentData, failureOf, toScriptJson } from "./page-data.ts";
import { findPage, type PageCode, type PagePath, pages } from "./pages.ts";

/** Default web app manifest. */
const SHOP_MANIFEST = "/manifest.webmanifest";

/**
 * Documents shown in place of other pages, by path: those cached by the service worker, and the page
 * of a closed shop. They contain no personal data, and have no client-side route.
 */
const standIns: Record<string, { facts: PageFacts; body: ReactNode }> = {
  "/app-shell": {
    facts: {
      title: () => shellWords.title,
      untracked: true,
      urgent: true,
      dark: true,
      shell: true,
    },
    body: <AppShell />,
  },
  "/offline": {
    facts: { title: () => offlinePageWords.title, untracked: true },
    body: <OfflinePage />,
  },
  "/closed": {
    facts: {
      title: () => closedPageWords.title,
      description: () => closedPageWords.text,
      untracked: true,
    },
    body: <ClosedPage />,
  },
};

const loaded = new Map<string, { page: Page }>(
  await Promise.all(
    Object.entries(pages).map(async ([path, load]) => [path, await load()] as const),
  ),
);

/** Page metadata that the server needs before the first request. */
export const served: ServedPage[] = [...loaded].map(([path, { page }]) => ({
  path,
  indexable: page.facts.indexable === true,
  shared: page.facts.shared === true,
  hiddenWhileClosed: page.facts.hiddenWhileClosed === true,
  inPlace: page.inPlace !== undefined,
}));

const pageCodeOf: PageCode = async (path: PagePath) => loaded.get(path) ?? pages[path]();

/**
 * Renders the complete document of a page. The status is 200, 404 for an unknown path, or 500 when
 * the page failed.
 */
export async function render(input: PageRequest): Promise<RenderedPage> {
  const { site, assets, report = (error) => reportError(error) } = input;
  // Prefix an origin: `new URL` would parse "//host/x" as another host.
  const { pathname, search } = new URL(`http://site${input.url}`);
  const without = { html: "", indexable: false, personal: false, tracked: false };
  if (pathname.endsWith("/") && findPage(pathname.slice(0, -1))) {
    return { ...without, status: 308, location: pathname.slice(0, -1) + search };
  }

  const data: DocumentData = { site };
  const load: OpenPageDeps["load"] = async (_page, address) => {
    try {
      data.data = await input.load(address);
    } catch (error) {
      data.failure = failureOf(error);
      throw error;
    }
    return data.data;
  };
  await input.turn?.();
  let shown: ShownPage;
  try {
    const standIn = standIns[pathname];
    shown = standIn
      ? { pathname, search, status: 200, ...standIn.facts, ...standIn }
      : await openPage(
          { code: pageCodeOf, load, isFrameless: input.isFile === true },
          { pathname, search },
        );
  } catch (error) {
    if (!(error instanceof Redirect)) throw error;
    const { status, href } = error;
    return { ...without, status, personal: status === 302, location: href };
  }

  const { facts } = shown;
  const personal = facts.personal === true;
  const tracked = facts.untracked !== true;
  if (shown.status === 404 && input.skipNotFound) {
    return { ...without, status: 404, personal, tracked };
  }
  await input.turn?.();
  const context = { site, pathname, go: unavailable, reload: unavailable };
  // Everything below is synchronous, so no other request can set its texts in between.
  const { language = site.language ?? ENGLISH } = facts;
  setTexts({ ...site, language });
  let app: string;
  try {
    app = draw(shown, context);
  } catch (error) {
    report(error);
    shown = { ...shown, ...failedPage(error) };
    app = draw(shown, context);
  }
  const status = shown.status === "opening" ? 500 : shown.status;
  if (input.isFile) {
    const file = (
      <FileDocument title={`${shown.title()} | ${site.brand}`} language={language} app={app} />
    );
    const html = `<!doctype html>${renderToStaticMarkup(file)}`;
    return { status, html, indexable: false, personal, tracked };
  }
  const indexable = status === 200 && facts.indexable === true;
  // The 404 document is shared by all unknown paths.
  const isShared = status === 404 || pathname in standIns;
  const canonical = isShared ? undefined : new URL(pathname, site.publicUrl).href;
  if (status === 404) data.isMissing = true;
  const { products, product } = (data.data ?? {}) as Partial<
    PageData["/"] & PageData["/products/:id"]
  >;
  const structured = canonical && structuredDataOf(pathname, { site, products, product });
  const html = renderToStaticMarkup(
    <Document
      page={{
        title: `${shown.title()} | ${site.brand}`,
        description: (status === 200 && shown.description?.()) || sharingWords.description,
        language,
        canonical,
        picture: sharePictureOf(site, product),
        indexable,
        tracked,
        urgent: facts.urgent === true,
        dark: facts.dark === true,
        // The shell is used for the account and for the admin, which have different manifests.
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
  return Promise.reject(new Error("The server renders one page per document."));
}
