import {
  startTransition,
  StrictMode,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from "react";
import { hydrateRoot } from "react-dom/client";
import type { Site } from "../../server/contract/site.ts";
import { setTexts } from "../../server/contract/words.ts";
import { countPrefetched, countStep } from "../lib/visits.ts";
import { openPrivacySettings } from "../tracking/privacy-settings.tsx";
import { ANNOUNCER_ID, App } from "./app.tsx";
import {
  createNavigation,
  loadCode,
  type Navigation,
  openInBrowser,
  openShell,
  prefetchCode,
} from "./navigation.tsx";
import type { ShownPage } from "./open-page.tsx";
import { type DocumentData, PAGE_DATA_ID, replayLoad } from "./page-data.ts";
import { findPage } from "./pages.ts";

/**
 * Hydrates the server-rendered page with the data in the document, then replays the click returned
 * by `takeEarlyClick`. Rejects when the page's code cannot be loaded.
 */
export async function goLive(takeEarlyClick: () => HTMLElement | undefined): Promise<void> {
  const found = findPage(window.location.pathname);
  if (found) await loadCode(found.path);
  const root = document.getElementById("root")!; // the server's document always has it
  const isShell = "shell" in root.dataset;
  // Skip the check for the shell: it is served for every URL, and WebKit reports it as /app-shell.
  if (!isShell && !isLoadedPage()) {
    window.location.reload();
    return;
  }
  countPrefetched();
  const data = takePageData();
  const { site } = data;
  setTexts(site);
  const first = isShell
    ? openShell()
    : await openInBrowser(async () => replayLoad(data), window.location);
  if (!first) return;
  const navigation = createNavigation(first);
  root.addEventListener("click", openPrivacySettings);
  const clicked = takeEarlyClick();
  // A transition hydrates in short time slices, so the page stays responsive.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <LiveApp navigation={navigation} site={site} />
      </StrictMode>,
    );
  });
  setTimeout(() => clicked?.click());
}

type LiveAppProps = { navigation: Navigation; site: Site };

/** Root component in the browser, with client-side navigation. */
function LiveApp({ navigation, site }: LiveAppProps) {
  const shown = useSyncExternalStore(navigation.subscribe, navigation.shown, navigation.shown);
  const { pathname } = shown;
  const context = useMemo(
    () => ({ site, pathname, go: navigation.go, reload: navigation.reload }),
    [site, pathname, navigation],
  );
  useDocumentEffects(shown, site.brand);
  useEffect(() => prefetchCode(shown), [shown]);
  return <App shown={shown} context={context} />;
}

/**
 * Emulates a document load after client-side navigation: sets the title, scrolls to the top,
 * focuses the heading and announces the page to screen readers.
 */
function useDocumentEffects(shown: ShownPage, brand: string): void {
  const before = useRef(shown);
  useEffect(() => {
    if (shown.status === "opening" || shown === before.current) return;
    const moved = shown.pathname !== before.current.pathname;
    before.current = shown;
    document.title = `${shown.title()} | ${brand}`;
    if (!moved) return;
    if (!shown.facts.untracked) countStep("page");
    if (!window.location.hash) window.scrollTo({ top: 0, behavior: "instant" });
    const heading = document.querySelector("h1");
    if (heading) heading.tabIndex = -1;
    heading?.focus({ preventScroll: true });
    const announcer = document.getElementById(ANNOUNCER_ID);
    if (announcer) announcer.textContent = document.title;
  }, [shown, brand]);
}

/** Removes the data from the document, so that trackers loaded later cannot read it. */
function takePageData(): DocumentData {
  const element = document.getElementById(PAGE_DATA_ID);
  element?.remove();
  return JSON.parse(element?.textContent ?? "") as DocumentData;
}

/**
 * Whether the URL is still the one that was loaded. After a reload, "back" may only change the URL
 * without loading a document.
 */
function isLoadedPage(): boolean {
  const loaded = performance.getEntriesByType("navigation")[0]?.name ?? "";
  if (!URL.canParse(loaded)) return true;
  const { pathname, search } = new URL(loaded);
  return pathname === location.pathname && search === location.search;
}
