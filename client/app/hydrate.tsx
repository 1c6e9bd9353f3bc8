import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { ApiError } from "../lib/answer.ts";
import { apiSource } from "../lib/api.ts";
import { openPrivacySettings } from "../tracking/privacy-settings.tsx";
import { LiveApp } from "./live-app.tsx";
import { createNavigation, loadCode, openInBrowser, openShell } from "./navigation.tsx";
import { PAGE_DATA_ID, type PageData, replayReads } from "./page-data.ts";
import { findPage } from "./pages.ts";

/**
 * Hydrates the server's page without a request: same tree, same data. Repeats the click that
 * `takeEarlyClick` returns. Rejects when the page's code does not arrive.
 */
export async function goLive(takeEarlyClick: () => HTMLElement | undefined): Promise<void> {
  const found = findPage(window.location.pathname);
  if (found) await loadCode(found.path);
  const root = document.getElementById("root")!; // the server's document always has it
  const isShell = "shell" in root.dataset;
  // The shell answers every URL of the app, and WebKit reports its navigation as /app-shell.
  if (!isShell && !isLoadedPage()) {
    window.location.reload();
    return;
  }
  const data = takePageData();
  const { site } = data;
  const source = replayReads(apiSource, data);
  const opening = { source, report: reportFailure };
  const first = isShell ? openShell() : await openInBrowser(opening, window.location);
  if (!first) return;
  const navigation = createNavigation(opening, first);
  root.addEventListener("click", openPrivacySettings);
  const clicked = takeEarlyClick();
  // A transition hydrates in slices of a few milliseconds, between which the page responds.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <LiveApp navigation={navigation} site={site} source={source} />
      </StrictMode>,
    );
  });
  setTimeout(() => clicked?.click());
}

/** Ignores lost connections, and failures that the server has reported itself. */
function reportFailure(error: unknown): void {
  if (!(error instanceof ApiError && error.status === undefined)) reportError(error);
}

/** Removes the data from the document, so that trackers loaded later cannot read it. */
function takePageData(): PageData {
  const element = document.getElementById(PAGE_DATA_ID);
  element?.remove();
  return JSON.parse(element?.textContent ?? "") as PageData;
}

/**
 * Whether the URL is still the one that was loaded. After a reload, "back" only changes the URL
 * and leaves the rest to scripts.
 */
function isLoadedPage(): boolean {
  const loaded = performance.getEntriesByType("navigation")[0]?.name ?? "";
  if (!URL.canParse(loaded)) return true;
  const { pathname, search } = new URL(loaded);
  return pathname === location.pathname && search === location.search;
}
