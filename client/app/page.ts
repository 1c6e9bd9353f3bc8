import type { ReactNode } from "react";
import type { PageSource } from "../../server/contract/page-source.ts";
import type { PagePath } from "./pages.ts";

/** Static metadata of a page. Texts are functions, because the owner may change them at any time. */
export type PageFacts = {
  /** Title without the brand, which is appended. */
  title: () => string;
  description?: () => string;
  /** Allows search engines to index the page. */
  indexable?: true;
  /** Same output for all visitors; prerendered. */
  shared?: true;
  /** Depends on the visitor: never cached. */
  personal?: true;
  /** Excludes trackers and the consent banner, for example on sign-in pages. */
  untracked?: true;
  /** Hydrated after the first paint instead of when the browser is idle. */
  urgent?: true;
  /** Has a dark mode; its component is inside a `data-dark` element. */
  dark?: true;
  /** Web app manifest; defaults to the store's. */
  manifest?: string;
  /** Marks the app shell, which renders the page of the current URL in the browser. */
  shell?: true;
  /** Path prefix handled by the page's own router. */
  routesBelow?: string;
  /** Pages reached without a document load; their code is prefetched in case of an outage. */
  leadsTo?: PagePath[];
};

export type PageLoadContext = {
  /** Query parameters without empty values; the last one wins when repeated. */
  search: Partial<Record<string, string>>;
  /** Path parameter `:id`. */
  id?: string | undefined;
  source: PageSource;
  /** Reports errors that the page does not show. */
  report: (error: unknown) => void;
};

export type Page = {
  facts: PageFacts;
  /** Site frame, with or without "Back to Home"; omitted if the page has its own layout. */
  frame?: "site" | "site-back-home";
  /** Shown while the data is loading; defaults to LoadingPage. */
  loading?: () => ReactNode;
  /** Shown when loading failed; defaults to FailurePage. */
  failed?: (error: unknown) => ReactNode;
  /** Loads and renders the page; `title` and `description` override the static ones. */
  open: (context: PageLoadContext) => Promise<OpenedPage>;
};

type OpenedPage = {
  title?: () => string | undefined;
  description?: (() => string) | undefined;
  body: ReactNode;
};

type PageDefinition<Loaded> = Omit<Page, "open"> & {
  load: (context: PageLoadContext) => Promise<Loaded> | Loaded;
  show: (loaded: Loaded, context: PageLoadContext) => ReactNode;
  titleOf?: (loaded: Loaded) => string | undefined;
  descriptionOf?: (loaded: Loaded) => string;
};

/** Defines a page that loads data and renders it. */
export function definePage<Loaded>(definition: PageDefinition<Loaded>): Page {
  const { load, show, titleOf, descriptionOf, ...page } = definition;
  return {
    ...page,
    async open(context) {
      const loaded = await load(context);
      return {
        title: () => titleOf?.(loaded),
        description: descriptionOf && (() => descriptionOf(loaded)),
        body: show(loaded, context),
      };
    },
  };
}

type PlainDefinition = Omit<Page, "open"> & { show: (context: PageLoadContext) => ReactNode };

/** Defines a page without data. */
export function definePlainPage({ show, ...page }: PlainDefinition): Page {
  return { ...page, open: async (context) => ({ body: show(context) }) };
}
