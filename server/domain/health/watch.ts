import type { Watch } from "../../ports/health.ts";
import { refusedEvents } from "./refused-events.ts";

/** A watch that has noticed nothing yet. */
export function createWatch(now: Date): Watch {
  return {
    startedAt: now,
    clock: { reading: null, last: null, jump: null },
    provider: { answeredAt: null, silentSince: null },
    refusedProducts: new Map(),
    reconciled: { listedAt: null, taken: 0, isKeyRefused: false },
    refusedEvents: refusedEvents(),
    mail: { sentAt: null, failed: null, isInDoubt: true, hurriedAt: null },
    replica: { target: null, arrivedUntil: null, silent: null, last: null },
    outages: { told: new Set(), greenSince: new Map() },
  };
}
