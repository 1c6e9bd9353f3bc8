import type { Tracking } from "../../lib/tracking/create-tracking.ts";
import { isTrackedPage } from "../../lib/tracking/tracked-pages.ts";

type PageWindow = Pick<Window, "addEventListener" | "removeEventListener">;

/**
 * Keeps vendors' scripts, which cannot be unloaded, out of the pages where people sign in: once one
 * is in this document, links to such a page are followed by the browser, into a new document.
 */
export function keepPrivatePagesApart(
  window: PageWindow,
  tracking: Pick<Tracking, "isOnPage">,
): () => void {
  const leaveToBrowser = (event: Event): void => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link && !isTrackedPage(link.pathname) && tracking.isOnPage()) event.stopPropagation();
  };
  window.addEventListener("click", leaveToBrowser, { capture: true });
  return () => window.removeEventListener("click", leaveToBrowser, { capture: true });
}
