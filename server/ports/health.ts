import type { CheckName } from "../contract/health.ts";
import type { WriteProblem } from "../contract/health-words.ts";

// The ports of the health page.

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

/** Litestream, which copies the database to another machine. */
export type Replica = {
  /** Resolves with null when it answers, else with the fault. */
  check: () => Promise<string | null>;
};

/** What a running store has noticed, for the checks. In memory, so it works without the database. */
export type Watch = {
  startedAt: Date;
  /** How far this machine's clock is ahead of the payment provider's. */
  clock: { at: Date; aheadMs: number } | null;
  provider: { answeredAt: Date | null; silentSince: Date | null };
  /** Products whose last checkout the provider rejected, by id, with its message. */
  refusedProducts: Map<number, { at: Date; said: string }>;
  /** The last webhook whose signature did not fit; `isOutOfTime` when its time was too far off. */
  refusedWebhook: { at: Date; isOutOfTime: boolean } | null;
  /** `taken` counts the events of the last list that were new here. */
  reconciled: { listedAt: Date | null; taken: number; isKeyRefused: boolean };
  mail: {
    sentAt: Date | null;
    /** Error of the last attempt to talk to the mail server. */
    failed: { code: string } | null;
    /** The server may be back while mails wait for their next try; true after a start. */
    isInDoubt: boolean;
    /** When waiting mails were made due because the server had come back. */
    hurriedAt: Date | null;
  };
  outages: {
    /** Checks that the owner was told of directly, while the database could not be written. */
    told: Set<CheckName>;
    /** Since when a check succeeds. */
    greenSince: Map<CheckName, Date>;
  };
};

/** Null in both while it can write. */
export type WriteState = { problem: WriteProblem | null; since: Date | null };
