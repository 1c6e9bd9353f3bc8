import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { PageSource } from "../../server/contract/pages.ts";
import type { Site } from "../../server/contract/site.ts";
import { ANNOUNCER_ID, App } from "./app.tsx";
import { type Navigation, prefetchCode } from "./navigation.tsx";
import type { ShownPage } from "./open-page.tsx";

type LiveAppProps = { navigation: Navigation; site: Site; source: PageSource };

/** The app in the browser, where one page can replace another. */
export function LiveApp({ navigation, site, source }: LiveAppProps) {
  const shown = useSyncExternalStore(navigation.subscribe, navigation.shown, navigation.shown);
  const { pathname } = shown;
  const context = useMemo(
    () => ({ site, source, pathname, go: navigation.go, reload: navigation.reload }),
    [site, source, pathname, navigation],
  );
  useDocumentEffects(shown, site.brand);
  useEffect(() => prefetchCode(shown), [shown]);
  return <App shown={shown} context={context} />;
}

/**
 * Does what a browser does for a new document: sets the title, scrolls to the top, focuses the
 * heading and announces the page to screen readers.
 */
function useDocumentEffects(shown: ShownPage, brand: string): void {
  const before = useRef(shown);
  useEffect(() => {
    if (shown.status === "opening" || shown === before.current) return;
    const moved = shown.pathname !== before.current.pathname;
    before.current = shown;
    document.title = `${shown.title} | ${brand}`;
    if (!moved) return;
    if (!window.location.hash) window.scrollTo({ top: 0, behavior: "instant" });
    focusHeading();
    announce(document.title);
  }, [shown, brand]);
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
