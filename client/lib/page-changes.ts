import type { AppRouter } from "../router.tsx";
import { describePage, pageStatus } from "./page-meta.ts";

export const ANNOUNCER_ID = "page-announcer";

/**
 * Does on every change of the path what a browser does for a full page load: the title, the top of
 * the page, the focus on its heading, and a word to screen readers. The router does none of it.
 */
export function followPageChanges(router: AppRouter): () => void {
  return router.subscribe("onRendered", ({ fromLocation, toLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    const { title } = describePage(router, pageStatus(router));
    document.title = title;
    if (!toLocation.hash) window.scrollTo({ top: 0, behavior: "instant" });
    focusHeading();
    announce(title);
  });
}

function focusHeading(): void {
  const heading = document.querySelector("h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

function announce(text: string): void {
  const announcer = document.getElementById(ANNOUNCER_ID);
  if (announcer) announcer.textContent = text;
}
