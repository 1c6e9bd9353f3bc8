import { createContext, use, useEffect } from "react";
import { isSectionShown } from "../../server/contract/sections.ts";
import type { Site, Trackers } from "../../server/contract/site.ts";

export type PageContext = {
  site: Site;
  pathname: string;
  /**
   * Navigates without loading a document, for pages that must work offline; use links elsewhere.
   * Resolves when the page or its failure page is shown.
   */
  go: (href: string, options?: { replace?: boolean }) => Promise<void>;
  /** Loads the data of this page again. */
  reload: () => Promise<void>;
};

export const [PageProvider, usePage] = requiredContext<PageContext>("usePage");

/** Creates a context and its hook. The hook throws outside the provider. */
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

/** Whether the landing page shows the packs, so that links can lead to them. */
export function useHasPacks(): boolean {
  return isSectionShown(useSite(), "pricing");
}

export function useHasTrackers(): boolean {
  return hasTrackers(useSite().trackers);
}

/** Whether the owner has set up a tracking service that requires consent. */
export function hasTrackers(trackers: Trackers): boolean {
  return Object.values(trackers).some((id) => id !== null);
}

/** Sets the document title while mounted; undefined leaves it unchanged. */
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

/** Data attribute of documents without trackers, set in `client/app/document.tsx`. */
export const UNTRACKED = "untracked";

/** Whether this document may load trackers. False on sign-in pages. */
export function isTrackedDocument(): boolean {
  return document.querySelector(`#root[data-${UNTRACKED}]`) === null;
}
