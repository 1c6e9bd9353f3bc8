import type { Tracking } from "../../lib/tracking/create-tracking.ts";
import { isTrackedPage } from "../../lib/tracking/tracked-pages.ts";

type PageWindow = Pick<Window, "addEventListener" | "removeEventListener" | "location">;

/**
 * Keeps vendors' scripts, which cannot be unloaded, out of the pages where people sign in: once one
 * is in this document, links to such a page are followed by the browser, into a new document. So are
 * links from such a page to others, as its own document lets no vendor in.
 */
export function keepPrivatePagesApart(
  window: PageWindow,
  tracking: Pick<Tracking, "isOnPage">,
): () => void {
  const leaveToBrowser = (event: Event): void => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.origin !== window.location.origin) return;
    const toPrivate = !isTrackedPage(link.pathname);
    const here = isTrackedPage(window.location.pathname);
    if (toPrivate ? tracking.isOnPage() : !here) event.stopPropagation();
  };
  window.addEventListener("click", leaveToBrowser, { capture: true });
  return () => window.removeEventListener("click", leaveToBrowser, { capture: true });
}
