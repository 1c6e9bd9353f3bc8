import { createPurchaseQueue } from "./purchase-queue.ts";
import { safeStorage } from "./safe-storage.ts";

/** What this browser keeps, and what this tab keeps. Opened with their first use: never on a server. */
export const browserStorage = safeStorage(() => window.localStorage);
export const tabStorage = safeStorage(() => window.sessionStorage);

/** Purchases of this tab that wait for the visitor's choice. */
export function pageQueue() {
  return createPurchaseQueue({
    waiting: tabStorage,
    done: browserStorage,
    locks: navigator.locks,
  });
}
