import { createContext, use } from "react";
import type { PageSource } from "../../server/contract/pages.ts";
import type { Site } from "../../server/contract/site.ts";

/** What every part of a page can reach. */
export type PageContext = {
  site: Site;
  source: PageSource;
  /** The path of the page that is shown. */
  pathname: string;
  /**
   * Shows another page in this document: for moves that a lost line must not end. All others are
   * links, which the browser follows. Resolves when the page is there; what failed is a page too.
   */
  go: (href: string, options?: { replace?: boolean }) => Promise<void>;
  /** Asks for the data of this page again. */
  reload: () => Promise<void>;
};

const Context = createContext<PageContext | undefined>(undefined);

export const PageProvider = Context.Provider;

export function usePage(): PageContext {
  const page = use(Context);
  if (!page) throw new Error("This part is shown outside every page.");
  return page;
}
