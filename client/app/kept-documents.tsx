import type { ReactNode } from "react";
import { AppShell } from "../components/app-shell.tsx";
import { OfflinePage } from "../components/offline-page.tsx";
import { offlineWords, shellWords } from "../content/kept-documents.ts";
import type { PageFacts } from "./page.ts";

/**
 * The documents that the service worker keeps, by the path at which it fetches them. They hold no data
 * of anybody, and stand in for other pages: in the browser none of them is a page (decision: app-shell).
 */
export const keptDocuments: Record<string, { facts: PageFacts; body: ReactNode }> = {
  "/app-shell": {
    facts: { title: shellWords.title, untracked: true, urgent: true, dark: true, shell: true },
    body: <AppShell />,
  },
  "/offline": {
    facts: { title: offlineWords.title, untracked: true },
    body: <OfflinePage />,
  },
};
