import type { ReactNode } from "react";
import type { PageSource } from "../../server/contract/pages.ts";
import type { Search } from "../lib/search.ts";
import type { PagePath } from "./pages.ts";

/** What is true of a page before anything is loaded; it stands in its route (decision: page-facts). */
export type PageFacts = {
  /** Without the brand, which is added to it. */
  title: string;
  description?: string;
  /** Search engines may list the page. */
  indexable?: true;
  /** The same for everybody: rendered ahead of time, it reads nothing of its visitor. */
  shared?: true;
  /** Shows a visitor's own things, or depends on who asks: no cache may keep the page. */
  personal?: true;
  /** No vendor's script may be on the page, and no consent is asked for: people sign in there. */
  untracked?: true;
  /** Becomes live after its first paint instead of when the browser has time: a press must count. */
  urgent?: true;
  /** Follows the reader's choice of a dark screen; its component stands in a `data-dark` element. */
  dark?: true;
  /** Web app manifest of the page; defaults to the store's manifest. */
  manifest?: string;
  /** Stands in for pages of the app: in the browser the document becomes the one of its address. */
  shell?: true;
  /** The path below which a router of the page's own leads from screen to screen. */
  routesBelow?: string;
  /** Pages shown in this document, whose code is loaded ahead: a lost line then does not end the visit. */
  leadsTo?: PagePath[];
};

/** One visit of a page: its address, and what it can be read from. */
export type Visit = {
  search: Search;
  /** The changing part of the page's path, if it has one. */
  id?: string | undefined;
  source: PageSource;
  /** Takes failures that the visitor is not bothered with. */
  report: (error: unknown) => void;
};

/** A page that has what it shows. `title` replaces the page's own. */
export type OpenedPage = { title?: string | undefined; body: ReactNode };

export type Page = {
  facts: PageFacts;
  /** Shown while the data is on its way; the general one when left out. */
  loading?: () => ReactNode;
  /** Shown when the data did not come; the general one when left out. */
  failed?: (error: unknown) => ReactNode;
  open: (visit: Visit) => Promise<OpenedPage>;
};

type PageDefinition<Loaded> = Omit<Page, "open"> & {
  load: (visit: Visit) => Promise<Loaded> | Loaded;
  show: (loaded: Loaded, visit: Visit) => ReactNode;
  /** A title for what was loaded, where that is not what the page is for. */
  titleOf?: (loaded: Loaded) => string | undefined;
};

/** A page out of what it loads and how it shows that. */
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

/** A page that needs no data. */
export function definePlainPage(facts: PageFacts, show: (visit: Visit) => ReactNode): Page {
  return { facts, open: async (visit) => ({ body: show(visit) }) };
}
