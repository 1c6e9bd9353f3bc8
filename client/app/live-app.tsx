import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { PageSource } from "../../server/contract/pages.ts";
import type { Site } from "../../server/contract/site.ts";
import { showLateSections } from "../lib/deferred-sections.ts";
import { ANNOUNCER_ID, App } from "./app.tsx";
import { loadCodeAhead, type Moves } from "./moves.tsx";
import type { ShownPage } from "./open-page.tsx";

type LiveAppProps = { moves: Moves; site: Site; source: PageSource };

/** The app in the browser, where one page can take the place of another. */
export function LiveApp({ moves, site, source }: LiveAppProps) {
  const shown = useSyncExternalStore(moves.subscribe, moves.shown, moves.shown);
  const { pathname } = shown;
  const context = useMemo(
    () => ({ site, source, pathname, go: moves.go, reload: moves.reload }),
    [site, source, pathname, moves],
  );
  useMoveNews(shown, site.brand);
  useEffect(() => loadCodeAhead(shown), [shown]);
  useEffect(() => {
    if (!document.querySelector(".late")) showLateSections();
  }, []);
  return <App shown={shown} context={context} />;
}

/**
 * Does on every change of the path what a browser does for a new document: the title, the top of the
 * page, the focus on its heading, and a word to screen readers.
 */
function useMoveNews(shown: ShownPage, brand: string): void {
  const before = useRef(shown);
  useEffect(() => {
    if (shown.status === "opening" || shown === before.current) return;
    const moved = shown.pathname !== before.current.pathname;
    before.current = shown;
    document.title = `${shown.title} | ${brand}`;
    if (!moved) return;
    showLateSections();
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
