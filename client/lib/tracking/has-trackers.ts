import type { Trackers } from "../../../server/contract/site.ts";

/** Whether the owner has set up any service that needs the visitor's consent. */
export function hasTrackers(trackers: Trackers): boolean {
  return Object.values(trackers).some((id) => id !== null);
}
