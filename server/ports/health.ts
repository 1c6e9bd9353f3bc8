import type { CheckName } from "../contract/health.ts";

// What the health page looks at outside of the store, as the ports of `deps.ts` tell it.

/** `forbidden`: the key is good, and not allowed to; `failed`: no answer, or another fault. */
export type ExamOutcome = "fine" | "key_refused" | "forbidden" | "failed";

export type PaymentsExam = {
  sessions: ExamOutcome;
  events: ExamOutcome;
  endpoints: ExamOutcome;
  /** Whether money moves, as what was listed says; null where nothing was. */
  isLive: boolean | null;
  /** Of the endpoint with the asked URL; null when there is none, or when they can't be listed. */
  endpoint: { isEnabled: boolean; missingEvents: string[] } | null;
};

/** `ours`: this store answers there; `other`: something else does; `silent`: nothing is reached. */
export type AddressOutcome = "ours" | "other" | "silent";
export type OwnAddress = { reach: () => Promise<AddressOutcome> };

/** The file system that holds the store's data, in bytes. */
export type DiskUse = {
  free: number;
  total: number;
  /** How many more files it can hold; null where it does not say. */
  freeFiles: number | null;
  database: number;
  /** The write-ahead log beside it. */
  log: number;
  files: number;
};
export type Disk = { measure: () => Promise<DiskUse> };

/**
 * How far the program has come that copies the database's write-ahead log away. The log is begun anew
 * now and then; each time counts one up.
 */
export type ReplicaPosition = {
  /** The log that the program reads now. */
  current: number;
  /** What has arrived: of which log, up to which byte of it. */
  arrived: { log: number; bytes: number };
  /** How often it has looked at the database, and how often in vain. */
  looks: number;
  failures: number;
};
export type Replica = {
  /** Rejects when it does not answer, or copies another database. */
  read: () => Promise<ReplicaPosition>;
};

/** A webhook that was refused because its signature does not fit. */
export type RefusedWebhook = {
  at: Date;
  /** Its time is too far from this clock's: another clock might have taken it. */
  isOutOfTime: boolean;
};

/**
 * Of refused webhooks the events that they say they are. A bad signature alone says nothing, for any
 * stranger can send one; an event that the provider lists as well was sent by the provider.
 */
export type RefusedEvents = {
  note: (eventId: string, refusal: RefusedWebhook) => void;
  /** The provider lists this event. */
  confirm: (eventId: string) => void;
  /** The last refused event that the provider has sent; null when there is none. */
  genuine: () => (RefusedWebhook & { eventId: string }) | null;
};

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
  /** Products whose last checkout the provider rejected, by id, with its message. */
  refusedProducts: Map<number, { at: Date; said: string }>;
  /** Last comparison with the provider; `taken` counts the events that were new. */
  reconciled: { listedAt: Date | null; taken: number; isKeyRefused: boolean };
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

/** What keeps the store from writing: the disk, its permissions, another process, or a fault. */
export type WriteProblem = "full" | "read_only" | "locked" | "failed";
/** Null in both while it can write. */
export type WriteState = { problem: WriteProblem | null; since: Date | null };
