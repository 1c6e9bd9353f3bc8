import type { Site, Trackers } from "../../server/contract/site.ts";
import { usePage } from "./page-context.ts";

/** The site's public settings. */
export function useSite(): Site {
  return usePage().site;
}

/** Whether any service that needs consent is set up here. */
export function useHasTrackers(): boolean {
  return hasTrackers(useSite().trackers);
}

/** Whether the owner has set up any service that needs the visitor's consent. */
export function hasTrackers(trackers: Trackers): boolean {
  return Object.values(trackers).some((id) => id !== null);
}
