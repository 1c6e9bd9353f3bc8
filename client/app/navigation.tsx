import { useEffect } from "react";
import { Redirect } from "../../server/contract/pages.ts";
import { AppShell, LoadingPage } from "../components/status-pages.tsx";
import { api } from "../lib/api.ts";
import { ChunkError } from "../lib/page-errors.ts";
import { whenIdle } from "../lib/events.ts";
import { usePage } from "../lib/page-context.ts";
import { createStore } from "../lib/observable.ts";
import { openPage, type OpenPageDeps, type ShownPage, type UrlParts } from "./open-page.tsx";
import type { Page } from "./page.ts";
import { type PagePath, pages } from "./pages.ts";

const IDLE_TIMEOUT_MS = 1000;

export type Navigation = ReturnType<typeof createNavigation>;

/**
 * Opens pages without loading a document: a store of the current page that follows the browser's
 * history. `first` is the page of the document.
 */
export function createNavigation(first: ShownPage) {
  const store = createStore(first);
  let lastTurn = 0;

  /** Loads and shows a page. The result is discarded when a later navigation has started. */
  const open = async (url: UrlParts) => {
    lastTurn += 1;
    const turn = lastTurn;
    const { data: before } = store.get();
    const load: OpenPageDeps["load"] = async (page, address) => {
      const { loading, inPlace } = page;
      // The code is loaded: show the page's own loading state while its data loads.
      if (loading && turn === lastTurn && store.get().status === "opening") {
        store.set({ ...store.get(), body: loading() });
      }
      if (!inPlace) return loadDocument();
      return inPlace(() => api.loadPage(url.pathname + url.search), { ...address, before });
    };
    const next = await openInBrowser(load, url);
    if (next && turn === lastTurn) store.set({ data: before, ...next });
  };

  const show = async (url: UrlParts) => {
    const { data } = store.get();
    const { title } = document;
    const body = <LoadingPage />;
    store.set({ ...url, status: "opening", title: () => title, body, facts: {}, data });
    await open(url);
  };

  window.addEventListener("popstate", () => {
    const { pathname, search } = window.location;
    // Compare paths only: anchors fire popstate, too, and the session id may be gone from the URL.
    if (pathname === store.get().pathname || isWithin(store.get(), pathname)) return;
    lastTurn += 1;
    // Personal data is loaded again, because the visitor may have signed out.
    const isReusable = first.status !== "opening" && !first.facts.personal;
    if (pathname === first.pathname && isReusable) store.set(first);
    else void show({ pathname, search });
  });

  return {
    shown: store.get,

    subscribe: store.subscribe,

    async go(href: string, { replace = false } = {}): Promise<void> {
      const { pathname, search } = new URL(href, window.location.href);
      if (replace) window.history.replaceState(null, "", href);
      else window.history.pushState(null, "", href);
      await show({ pathname, search });
    },

    reload: () => open(store.get()),
  };
}

/** Loads the document of the current URL, for a page that only the server can open. */
function loadDocument(): Promise<never> {
  window.location.reload();
  return new Promise(() => {});
}

function isWithin({ facts: { routesBelow } }: ShownPage, pathname: string): boolean {
  return routesBelow !== undefined && `${pathname}/`.startsWith(`${routesBelow}/`);
}

/** Opens a page. Returns undefined when it redirects, because that loads another document. */
export async function openInBrowser(
  load: OpenPageDeps["load"],
  url: UrlParts,
): Promise<ShownPage | undefined> {
  try {
    return await openPage({ code: loadCode, load }, url);
  } catch (error) {
    if (!(error instanceof Redirect)) throw error;
    window.location.replace(error.href);
    return undefined;
  }
}

/** Returns the app shell, which opens the page of the current URL once hydrated. */
export function openShell(): ShownPage {
  const { pathname, search } = window.location;
  const { title } = document;
  const url = { pathname, search };
  return { ...url, status: "opening", title: () => title, body: <OpeningShell />, facts: {} };
}

function OpeningShell() {
  const { reload } = usePage();
  useEffect(() => void reload(), [reload]);
  return <AppShell />;
}

/** Loads a page's code. Rejects with ChunkError when the chunk cannot be loaded. */
export async function loadCode(path: PagePath): Promise<{ page: Page }> {
  return pages[path]().catch((error: unknown) => {
    throw new ChunkError(error);
  });
}

/** Prefetches the code of linked pages when the browser is idle. */
export function prefetchCode({ facts: { leadsTo = [] } }: Pick<ShownPage, "facts">): void {
  whenIdle(() => {
    for (const path of leadsTo) void loadCode(path).catch(() => {});
  }, IDLE_TIMEOUT_MS);
}
