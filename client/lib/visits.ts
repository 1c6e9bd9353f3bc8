import type { VisitRequest } from "../../server/contract/stats.ts";
import type { Arrival } from "../../server/contract/checkout.ts";

/** Referrer and query of this document. Nothing is stored on the device. */
export const arrival: Arrival | undefined =
  typeof document === "undefined" || typeof location === "undefined"
    ? undefined
    : { referrer: document.referrer, query: location.search };

/** Reports a step on the current page. The server itself counts the documents that it sends. */
export function countStep(step: VisitRequest["step"]): void {
  if (!arrival) return;
  const visit: VisitRequest = { step, path: location.pathname, ...arrival };
  const body = new Blob([JSON.stringify(visit)], { type: "application/json" });
  navigator.sendBeacon("/api/visits", body);
}

/** Reports the view of a prefetched document, because the server does not count prefetches. */
export function countPrefetched(): void {
  const [navigation] = performance.getEntriesByType("navigation");
  // Chromium only, and missing in TypeScript's types.
  const { deliveryType } = (navigation?.toJSON() ?? {}) as { deliveryType?: string };
  if (deliveryType === "navigational-prefetch") countStep("page");
}
