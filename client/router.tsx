import { createRouter, type RouterHistory } from "@tanstack/react-router";
import type { Site } from "../server/contract/site.ts";
import { FailurePage } from "./components/failure-page.tsx";
import { LoadingPage } from "./components/loading-page.tsx";
import { ConsentSlot } from "./features/consent/consent-slot.tsx";
import { parseSearch, stringifySearch } from "./lib/search.ts";
import type { PageSource } from "./lib/page-source.ts";
import { routeTree } from "./routeTree.gen.ts";

/** What every route can reach. `report` takes failures that the visitor is not bothered with. */
export type RouterContext = {
  source: PageSource;
  site: Site;
  report: (error: unknown) => void;
};

/** The one router of server and browser; it holds no state of its own until it is loaded. */
export function createAppRouter(options: RouterContext & { history: RouterHistory }) {
  const { history, ...context } = options;
  return createRouter({
    routeTree,
    history,
    context,
    parseSearch,
    stringifySearch,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    // Set for every route, so that server and browser agree on the Suspense boundaries.
    defaultPendingComponent: LoadingPage,
    defaultErrorComponent: FailurePage,
    InnerWrap: ConsentSlot,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** Without the brand, which is added to it. */
    title?: string;
    /** A title for what the loader brought, where that is not what the page is for. */
    titleOf?: (loaded: unknown) => string | undefined;
    /** Pages whose code is loaded ahead, so that a line lost while buying shows them all the same. */
    leadsTo?: ("/checkout/error" | "/upsell2" | "/downsell")[];
    description?: string;
    /** Whether search engines may list the page. Pages are not listed unless they say so. */
    indexable?: boolean;
    /** Shows somebody's own things, or depends on who asks: no cache may keep the page. */
    personal?: boolean;
    /** Follows the reader's choice of a dark screen; its component stands in a `data-dark` element. */
    dark?: boolean;
  }
}
