import type { ReplicaPosition } from "../../ports/health.ts";
import type { CheckName } from "../../contract/health.ts";
import { type RefusedEvents, refusedEvents } from "./refused-events.ts";

/**
 * What a running store has noticed of itself and of what is around it. In memory: it tells of this
 * process, and has to work when the database does not.
 */
export type Watch = {
  startedAt: Date;
  clock: {
    /** How far this machine's clock is ahead of the payment provider's, and how sure that is. */
    reading: { at: Date; aheadMs: number; withinMs: number } | null;
    /** This clock and one that only counts, read at the same moment. */
    last: { wallMs: number; countedMs: number } | null;
    /** The last time that the clock was moved, and by how much. */
    jump: { at: Date; byMs: number } | null;
  };
  provider: { answeredAt: Date | null; silentSince: Date | null };
  /** `taken` counts the events of the last list that were new here. */
  /** Products whose last checkout the provider rejected, by id, with its message. */
  refusedProducts: Map<number, { at: Date; said: string }>;
  sweep: { listedAt: Date | null; taken: number; isKeyRefused: boolean };
  refusedEvents: RefusedEvents;
  mail: {
    sentAt: Date | null;
    /** Why the mail server could not be talked to, when it was tried last. */
    failed: { code: string } | null;
    /** It may be back, and mails wait for their next try: also after a start, which knows nothing. */
    isInDoubt: boolean;
    /** When mails that waited were made due because it had come back. */
    hurriedAt: Date | null;
  };
  replica: {
    /** What the database held at a time, and has not arrived yet. */
    target: { at: Date; log: number; bytes: number } | null;
    /** All that was written until then has arrived. */
    arrivedUntil: Date | null;
    silent: { since: Date; fault: string } | null;
    last: ReplicaPosition | null;
  };
  outages: {
    /** Told without the queue, while the database could not be written. */
    told: Set<CheckName>;
    /** Since when a line is not red any more. */
    greenSince: Map<CheckName, Date>;
  };
};

/** A watch that has noticed nothing yet. */
export function createWatch(now: Date): Watch {
  return {
    startedAt: now,
    clock: { reading: null, last: null, jump: null },
    provider: { answeredAt: null, silentSince: null },
    refusedProducts: new Map(),
    sweep: { listedAt: null, taken: 0, isKeyRefused: false },
    refusedEvents: refusedEvents(),
    mail: { sentAt: null, failed: null, isInDoubt: true, hurriedAt: null },
    replica: { target: null, arrivedUntil: null, silent: null, last: null },
    outages: { told: new Set(), greenSince: new Map() },
  };
}
