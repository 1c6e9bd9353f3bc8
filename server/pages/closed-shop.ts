import { orderPath } from "../contract/checkout-paths.ts";
import { LEGAL_SLUGS } from "../contract/content.ts";
import { pathMatcher } from "../contract/pages.ts";
import type { Site } from "../contract/site.ts";
import { OFFER_PATHS } from "../contract/stats.ts";
import type { Deps } from "../deps.ts";
import { pageList, readCached } from "../domain/public-reads.ts";
import { readSettings } from "../domain/settings.ts";
import { NO_TRACKERS } from "../http/headers.ts";
import type { BuiltClient } from "../http/built-client.ts";

const LEGAL_PATHS = new Set<string>(LEGAL_SLUGS.map((slug) => `/${slug}`));
const TEXT_PAGE = "/:id";
/** Names of the texts on the closed page. */
const SHOWN_TEXTS = /^(?:closedPage|frame)\./;

/**
 * Returns a function that decides whether the shop is closed and hides the page at a path. Legal
 * pages and those for earlier buyers are never hidden.
 */
export function hiddenPages(
  deps: Pick<Deps, "config" | "db">,
  { served }: Pick<BuiltClient, "served">,
): (path: string) => boolean {
  const findPage = pathMatcher(served.map(({ path }) => path));
  const hidden = new Set<string>(
    served.filter(({ hiddenWhileClosed }) => hiddenWhileClosed).map(({ path }) => path),
  );
  return (path) => {
    if (readSettings(deps).isOpen) return false;
    const page = findPage(path);
    if (!page || !hidden.has(page.path)) return false;
    return page.path !== TEXT_PAGE || isOwnPage(deps, path);
  };
}

/** Returns the site for the closed page, whose document contains nothing of the hidden pages. */
export function closedSite(site: Site): Site {
  const texts = Object.entries(site.texts).filter(([name]) => SHOWN_TEXTS.test(name));
  return {
    ...site,
    trackers: NO_TRACKERS,
    texts: Object.fromEntries(texts),
    footerPages: site.footerPages.filter(({ path }) => LEGAL_PATHS.has(path)),
  };
}

function isOwnPage({ db }: Pick<Deps, "db">, path: string): boolean {
  if (LEGAL_PATHS.has(path)) return false;
  return readCached(db, pageList).some(({ slug }) => `/${slug}` === path);
}

/** Returns the path of the paid order that an offer page belongs to; undefined for other pages. */
export function findOrderPath({ pathname, searchParams }: URL): string | undefined {
  const sessionId = searchParams.get("sessionId");
  const isOffer = OFFER_PATHS.some((path) => `${pathname}/`.startsWith(`${path}/`));
  return isOffer && sessionId ? orderPath(sessionId) : undefined;
}
