import { loadFrameParts } from "../components/frame-part.ts";
import { LoadingPage } from "../components/loading-page.tsx";
import { SentElsewhere } from "../lib/guards.ts";
import { LostCode } from "../lib/chunk-error.ts";
import { openPage, type ShownPage } from "./open-page.tsx";
import type { Page } from "./page.ts";
import { findPage, type PagePath, pages } from "./pages.ts";

const AHEAD_MS = 1000;

type Address = Pick<ShownPage, "pathname" | "search">;

type PageOpening = Omit<Parameters<typeof openPage>[0], "code">;

export type Moves = ReturnType<typeof createMoves>;

/**
 * Shows one page after another in this document, beginning with the one that the server has rendered.
 * Follows the browser's own way back and forth between them.
 */
export function createMoves(opening: PageOpening, first: ShownPage) {
  const listeners = new Set<() => void>();
  let shown = first;
  let turn = 0;

  const set = (next: ShownPage) => {
    shown = next;
    for (const listener of listeners) listener();
  };

  /** What a later move has overtaken is not shown any more. */
  const open = async (address: Address) => {
    turn += 1;
    const mine = turn;
    const code = async (path: PagePath) => {
      const loaded = await loadCode(path);
      const { loading } = loaded.page;
      // The code has loaded; only the page's data is still pending.
      if (loading && mine === turn && shown.status === "opening") {
        set({ ...shown, body: loading() });
      }
      return loaded;
    };
    const next = await openInBrowser({ ...opening, code }, address);
    if (next && mine === turn) set(next);
  };

  const show = async (address: Address) => {
    const loaded = loadedPage(address.pathname);
    const body = loaded?.loading?.() ?? <LoadingPage />;
    set({ ...address, status: "opening", title: document.title, body, facts: {} });
    await open(address);
  };

  window.addEventListener("popstate", () => {
    const { pathname, search } = window.location;
    // An anchor of this page also ends here, and its address may have lost the session id since.
    if (pathname !== shown.pathname && !isWithin(shown, pathname)) void show({ pathname, search });
  });

  return {
    shown: () => shown,

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    async go(href: string, { replace = false } = {}): Promise<void> {
      const { pathname, search } = new URL(href, window.location.href);
      if (replace) window.history.replaceState(null, "", href);
      else window.history.pushState(null, "", href);
      await show({ pathname, search });
    },

    reload: () => open(shown),
  };
}

function isWithin({ facts: { routesBelow } }: ShownPage, pathname: string): boolean {
  return routesBelow !== undefined && `${pathname}/`.startsWith(`${routesBelow}/`);
}

/**
 * Opens a page, with what is around it; undefined when its visitor is on the way to another document
 * instead. A lost line costs a document that came without a footer no more than the footer.
 */
export async function openInBrowser(
  opening: PageOpening & Partial<Pick<Parameters<typeof openPage>[0], "code">>,
  address: Address,
): Promise<ShownPage | undefined> {
  await loadFrameParts().catch(() => {});
  try {
    return await openPage({ code: loadCode, ...opening }, address);
  } catch (error) {
    if (!(error instanceof SentElsewhere)) throw error;
    window.location.replace(error.href);
    return undefined;
  }
}

const loadedPages = new Map<PagePath, Page>();

/** Loads the code of a page; rejects with LostCode when it does not come. */
export async function loadCode(path: PagePath): Promise<{ page: Page }> {
  const code = await pages[path]().catch((error: unknown) => {
    throw new LostCode(error);
  });
  loadedPages.set(path, code.page);
  return code;
}

function loadedPage(pathname: string): Page | undefined {
  const found = findPage(pathname);
  return found && loadedPages.get(found.path);
}

/** Loads the code of the pages that one leads to, once the browser has time; lost code is asked for again. */
export function loadCodeAhead({ facts: { leadsTo = [] } }: Pick<ShownPage, "facts">): void {
  const load = () => {
    for (const path of leadsTo) void loadCode(path).catch(() => {});
  };
  // Safari has no requestIdleCallback.
  if ("requestIdleCallback" in window) requestIdleCallback(load, { timeout: AHEAD_MS });
  else setTimeout(load, AHEAD_MS);
}
