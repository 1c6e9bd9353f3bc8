/**
 * What a serving process is at. `waiting`: another store has the data. `starting`: requests may be
 * sent here, and wait until it is open. `leaving`: another store takes requests by now, and proxies
 * have yet to see it. `stopping`: requests go elsewhere; those that came are finished.
 */
type Phase = "waiting" | "starting" | "open" | "leaving" | "stopping";

/** A proxy asks every second or so; one that has not asked for longer is not there. */
const PROXY_ASKS_WITHIN_MS = 15_000;
const TAKES_REQUESTS: readonly Phase[] = ["starting", "open", "leaving"];

export type Life = ReturnType<typeof beginLife>;

/** The course of this process, as health checks are told of it (decision: handover). */
export function beginLife() {
  let phase: Phase = "waiting";
  let askedAt = -Infinity;
  return {
    phase: (): Phase => phase,
    become: (next: Phase): void => void (phase = next),
    /** Whether requests should be sent here, for a proxy that asks. */
    isReady(): boolean {
      askedAt = performance.now();
      return TAKES_REQUESTS.includes(phase);
    },
    /** Whether a proxy sends requests by what `isReady` answers. */
    isWatched: (): boolean => performance.now() - askedAt < PROXY_ASKS_WITHIN_MS,
  };
}
