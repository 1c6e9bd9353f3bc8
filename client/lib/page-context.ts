import { createContext, use } from "react";
import type { PageSource } from "../../server/contract/pages.ts";
import type { Site } from "../../server/contract/site.ts";

export type PageContext = {
  site: Site;
  source: PageSource;
  pathname: string;
  /**
   * Shows another page in this document, for navigation that must work without a connection; anything
   * else is a link. Resolves when the page, or its failure page, is shown.
   */
  go: (href: string, options?: { replace?: boolean }) => Promise<void>;
  /** Loads the data of this page again. */
  reload: () => Promise<void>;
};

const Context = createContext<PageContext | undefined>(undefined);

export const PageProvider = Context.Provider;

export function usePage(): PageContext {
  const page = use(Context);
  if (!page) throw new Error("usePage needs a PageProvider.");
  return page;
}
