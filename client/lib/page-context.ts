import { createContext, use, useEffect } from "react";
import type { PageSource } from "../../server/contract/pages.ts";
import type { Site, Trackers } from "../../server/contract/site.ts";

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

export function useSite(): Site {
  return usePage().site;
}

export function useHasTrackers(): boolean {
  return hasTrackers(useSite().trackers);
}

/** Whether the owner has set up a service that needs consent. */
export function hasTrackers(trackers: Trackers): boolean {
  return Object.values(trackers).some((id) => id !== null);
}

/** Sets the document's title while the component is mounted; keeps it when undefined. */
export function usePageTitle(title: string | undefined): void {
  const { brand } = useSite();
  useEffect(() => {
    if (title === undefined) return;
    const former = document.title;
    document.title = `${title} | ${brand}`;
    return () => {
      document.title = former;
    };
  }, [title, brand]);
}

/** Sets `<html data-live>` once the page is hydrated, for tests. Call it inside the page. */
export function useLive(): void {
  useEffect(() => {
    document.documentElement.dataset["live"] = "";
  }, []);
}

/** Data attribute of documents without trackers; `client/app/document.tsx` writes it. */
export const UNTRACKED = "untracked";

/** Whether this document may load trackers: never where people sign in. */
export function isTrackedDocument(): boolean {
  return document.querySelector(`#root[data-${UNTRACKED}]`) === null;
}
