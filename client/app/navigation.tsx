import { useEffect } from "react";
import { AppShell, LoadingPage } from "../components/status-pages.tsx";
import { ChunkError, Redirect } from "../lib/page-errors.ts";
import { whenIdle } from "../lib/events.ts";
import { usePage } from "../lib/page-context.ts";
import { createStore } from "../lib/observable.ts";
import { openPage, type ShownPage } from "./open-page.tsx";
import type { Page } from "./page.ts";
import { findPage, type PagePath, pages } from "./pages.ts";

const IDLE_TIMEOUT_MS = 1000;

type Address = Pick<ShownPage, "pathname" | "search">;

type PageOpening = Omit<Parameters<typeof openPage>[0], "code">;

export type Navigation = ReturnType<typeof createNavigation>;

/**
 * Creates the client-side router: a store of the current page that follows the browser's history.
 */
export function createNavigation(opening: PageOpening, first: ShownPage) {
  const store = createStore(first);
  let lastTurn = 0;

  /** Loads and shows a page. The result is discarded when a later navigation has started. */
  const open = async (address: Address) => {
    lastTurn += 1;
    const turn = lastTurn;
    const code = async (path: PagePath) => {
      const loaded = await loadCode(path);
      const { loading } = loaded.page;
      // The code is loaded: show the page's own loading state while its data loads.
      if (loading && turn === lastTurn && store.get().status === "opening") {
        store.set({ ...store.get(), body: loading() });
      }
      return loaded;
    };
    const next = await openInBrowser({ ...opening, code }, address);
    if (next && turn === lastTurn) store.set(next);
  };

  const show = async (address: Address) => {
    const found = findPage(address.pathname);
    const body = (found && loadedPages.get(found.path)?.loading?.()) ?? <LoadingPage />;
    const { title } = document;
    store.set({ ...address, status: "opening", title: () => title, body, facts: {} });
    await open(address);
  };

  window.addEventListener("popstate", () => {
    const { pathname, search } = window.location;
    // Compare paths only: anchors fire popstate, too, and the session id may be gone from the URL.
    if (pathname !== store.get().pathname && !isWithin(store.get(), pathname))
      void show({ pathname, search });
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

function isWithin({ facts: { routesBelow } }: ShownPage, pathname: string): boolean {
  return routesBelow !== undefined && `${pathname}/`.startsWith(`${routesBelow}/`);
}

/** Opens a page. Returns undefined when it redirects, because that loads another document. */
export async function openInBrowser(
  opening: PageOpening & Partial<Pick<Parameters<typeof openPage>[0], "code">>,
  address: Address,
): Promise<ShownPage | undefined> {
  try {
    return await openPage({ code: loadCode, ...opening }, address);
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
  const address = { pathname, search };
  return { ...address, status: "opening", title: () => title, body: <OpeningShell />, facts: {} };
}

function OpeningShell() {
  const { reload } = usePage();
  useEffect(() => void reload(), [reload]);
  return <AppShell />;
}

const loadedPages = new Map<PagePath, Page>();

/** Loads a page's code. Rejects with ChunkError when the chunk cannot be loaded. */
export async function loadCode(path: PagePath): Promise<{ page: Page }> {
  const code = await pages[path]().catch((error: unknown) => {
    throw new ChunkError(error);
  });
  loadedPages.set(path, code.page);
  return code;
}

/** Prefetches the code of linked pages when the browser is idle. */
export function prefetchCode({ facts: { leadsTo = [] } }: Pick<ShownPage, "facts">): void {
  whenIdle(() => {
    for (const path of leadsTo) void loadCode(path).catch(() => {});
  }, IDLE_TIMEOUT_MS);
}
