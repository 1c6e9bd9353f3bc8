import type { Arrival, VisitRequest } from "../../server/contract/visits.ts";

/** How the visitor came to this document. Nothing is stored on the device. */
export const arrival: Arrival | undefined =
  typeof document === "undefined" || typeof location === "undefined"
    ? undefined
    : { referrer: document.referrer, query: location.search };

/** Counts a step on the current page. The server counts the documents that it sends. */
export function countStep(step: VisitRequest["step"]): void {
  if (!arrival) return;
  const visit: VisitRequest = { step, path: location.pathname, ...arrival };
  const body = new Blob([JSON.stringify(visit)], { type: "application/json" });
  navigator.sendBeacon("/api/visits", body);
}

/** Counts the document if the browser had prefetched it, because the server could not. */
export function countPrefetched(): void {
  const [navigation] = performance.getEntriesByType("navigation");
  // A field of Chromium that TypeScript does not know.
  const { deliveryType } = (navigation?.toJSON() ?? {}) as { deliveryType?: string };
  if (deliveryType === "navigational-prefetch") countStep("page");
}
