import { startTransition, StrictMode } from "react";

import { ApiError } from "../lib/answer.ts";
import { apiSource } from "../lib/api.ts";
import { readingSource } from "../lib/read-answers.ts";
import { openPrivacySettings } from "../tracking/privacy-settings.ts";
import { LiveApp } from "./live-app.tsx";
import { createMoves, loadCode, openInBrowser } from "./moves.tsx";
import { PAGE_DATA_ID, type PageData, replayReads } from "./page-data.ts";
import { findPage } from "./pages.ts";
import { hydrateRoot } from "./react-code.ts";

/** Loads what this page needs to become live; rejects when it does not come. */
export async function loadLivePage(): Promise<typeof goLive> {
  const found = findPage(window.location.pathname);
  if (found) await loadCode(found.path);
  return goLive;
}

/**
 * Makes the server's page live: same tree, same data, no request. The press that `takeEarlyPress`
 * returns is answered then.
 */
async function goLive(takeEarlyPress: () => HTMLElement | undefined): Promise<void> {
  const root = document.getElementById("root")!; // the server's document always has it
  const isShell = "shell" in root.dataset;
  // The shell loads at every URL, and WebKit reports its navigation as /app-shell.
  if (!isShell && !isLoadedPage()) {
    window.location.reload();
    return;
  }
  const data = takePageData();
  const { site } = data;
  const source = readingSource(replayReads(apiSource, data));
  const opening = { source, report: reportFailure };
  const first = isShell
    ? (await import("./open-shell.tsx")).openShell()
    : await openInBrowser(opening, window.location);
  if (!first) return;
  const moves = createMoves(opening, first);
  // From here on React makes what is pressed live before anything else.
  root.addEventListener("click", openPrivacySettings);
  const pressed = takeEarlyPress();
  // As a transition it is done in pieces, between which the page can answer.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <LiveApp moves={moves} site={site} source={source} />
      </StrictMode>,
    );
  });
  setTimeout(() => pressed?.click());
}

/** A lost line is not the owner's to mend, and what the server noted it has reported itself. */
function reportFailure(error: unknown): void {
  if (!(error instanceof ApiError && error.status === undefined)) reportError(error);
}

/** Takes the data out of the document: a tracker's script, which comes later, is not to read it. */
function takePageData(): PageData {
  const element = document.getElementById(PAGE_DATA_ID);
  element?.remove();
  return JSON.parse(element?.textContent ?? "") as PageData;
}

/**
 * Whether the address still names the page that was loaded. It does not when the reader went back
 * right after a reload: the browser then only changes the address and leaves the rest to scripts.
 */
function isLoadedPage(): boolean {
  const loaded = performance.getEntriesByType("navigation")[0]?.name ?? "";
  if (!URL.canParse(loaded)) return true;
  const { pathname, search } = new URL(loaded);
  return pathname === location.pathname && search === location.search;
}
