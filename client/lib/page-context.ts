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

export const [PageProvider, usePage] = requiredContext<PageContext>("usePage");

/** A context and its hook, which throws outside of the provider. */
export function requiredContext<Value>(name: string) {
  const Context = createContext<Value | undefined>(undefined);
  const useValue = (): Value => {
    const value = use(Context);
    if (value === undefined) throw new Error(`${name} is used outside of its provider.`);
    return value;
  };
  return [Context, useValue] as const;
}
