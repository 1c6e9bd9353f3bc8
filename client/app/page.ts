import type { ReactNode } from "react";
import type { PageSource } from "../../server/contract/pages.ts";
import type { PagePath } from "./pages.ts";

/** Static facts of a page, declared in its route. */
export type PageFacts = {
  /** The brand is appended. */
  title: string;
  description?: string;
  /** Search engines may list the page. */
  indexable?: true;
  /** The same for all visitors: rendered ahead of requests. */
  shared?: true;
  /** Depends on the visitor: never cached. */
  personal?: true;
  /** No trackers and no consent banner: people sign in there. */
  untracked?: true;
  /** Hydrated after the first paint instead of when the browser is idle. */
  urgent?: true;
  /** Has a dark mode; its component is inside a `data-dark` element. */
  dark?: true;
  /** Web app manifest; defaults to the store's. */
  manifest?: string;
  /** The app shell: the browser opens the page of its URL. */
  shell?: true;
  /** Path below which the page has its own router. */
  routesBelow?: string;
  /** Pages shown in the same document; their code is prefetched for when the connection is lost. */
  leadsTo?: PagePath[];
};

export type Visit = {
  /** Query parameters: the last of repeated ones, without empty ones. */
  search: Partial<Record<string, string>>;
  /** The `:id` of the path. */
  id?: string | undefined;
  source: PageSource;
  /** Reports errors that the page does not show. */
  report: (error: unknown) => void;
};

export type Page = {
  facts: PageFacts;
  /** The site's frame around the page, with or without "Back to Home"; the page's own when omitted. */
  frame?: "site" | "site-back-home";
  /** Shown while the data is loading; defaults to LoadingPage. */
  loading?: () => ReactNode;
  /** Shown when loading failed; defaults to FailurePage. */
  failed?: (error: unknown) => ReactNode;
  /** `title` replaces the one of the facts. */
  open: (visit: Visit) => Promise<{ title?: string | undefined; body: ReactNode }>;
};

type PageDefinition<Loaded> = Omit<Page, "open"> & {
  load: (visit: Visit) => Promise<Loaded> | Loaded;
  show: (loaded: Loaded, visit: Visit) => ReactNode;
  titleOf?: (loaded: Loaded) => string | undefined;
};

/** Defines a page by its data and its component. */
export function definePage<Loaded>(definition: PageDefinition<Loaded>): Page {
  const { load, show, titleOf, ...page } = definition;
  return {
    ...page,
    async open(visit) {
      const loaded = await load(visit);
      return { title: titleOf?.(loaded), body: show(loaded, visit) };
    },
  };
}

type PlainDefinition = Omit<Page, "open"> & { show: (visit: Visit) => ReactNode };

/** Defines a page without data. */
export function definePlainPage({ show, ...page }: PlainDefinition): Page {
  return { ...page, open: async (visit) => ({ body: show(visit) }) };
}
