import type { Site, Trackers } from "../../server/contract/site.ts";
import { usePage } from "./page-context.ts";

export function useSite(): Site {
  return usePage().site;
}

export function useHasTrackers(): boolean {
  return hasTrackers(useSite().trackers);
}

/** Whether the owner has set up a service that needs consent. */
export function hasTrackers(trackers: Trackers): boolean {
  return Object.values(trackers).some((id) => id !== null);
}
