import type { AppRouter } from "../router.tsx";
import { pageWords } from "../content/pages.ts";
import { isTrackedPage } from "./tracking/tracked-pages.ts";

/** What a page says about itself in the document's head. */
export type PageMeta = {
  title: string;
  description: string;
  canonical: string;
  indexable: boolean;
  /** Whether no cache may keep the page. */
  personal: boolean;
  /** Whether vendors may be loaded on the page, once its visitor consents. */
  tracked: boolean;
  /** Whether the page follows the reader's choice of a dark screen. */
  dark: boolean;
};

/** Describes the loaded page from its route's `staticData`; pages that failed are never indexable. */
export function describePage(router: AppRouter, status: number): PageMeta {
  const { site } = router.options.context;
  const { pathname } = router.stores.location.get();
  const match = router.stores.matches.get().at(-1);
  const route = match?.staticData ?? {};
  const found = status === 200;
  return {
    title: `${titleOf(status, route.titleOf?.(match?.loaderData) ?? route.title)} | ${site.brand}`,
    description: (found && route.description) || pageWords.description,
    canonical: new URL(pathname, site.publicUrl).href,
    indexable: found && route.indexable === true,
    personal: route.personal === true,
    tracked: isTrackedPage(pathname),
    dark: route.dark === true,
  };
}

function titleOf(status: number, title: string | undefined): string {
  if (status === 404) return pageWords.notFound.title;
  return (status === 200 && title) || pageWords.failure.title;
}

/** The status of the loaded page as HTTP would say it: 200, 404 or 500. */
export function pageStatus(router: AppRouter): number {
  const matches = router.stores.matches.get();
  if (matches.some((match) => match.status === "error")) return 500;
  if (matches.some((match) => match.status === "notFound" || match._notFound)) return 404;
  return 200;
}
