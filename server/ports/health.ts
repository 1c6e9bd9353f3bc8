import type { CheckName } from "../contract/health.ts";
import type { WriteProblem } from "../contract/health-words.ts";

/** `forbidden`: the key is valid but lacks a permission · `failed`: no response, or another error. */
export type ExamOutcome = "fine" | "key_refused" | "forbidden" | "failed";

export type PaymentsExam = {
  sessions: ExamOutcome;
  events: ExamOutcome;
  endpoints: ExamOutcome;
  /** Whether the key is live, from the listed objects; null without objects. */
  isLive: boolean | null;
  /** The webhook endpoint of the requested URL; null when it is missing or cannot be listed. */
  endpoint: { isEnabled: boolean; missingEvents: string[] } | null;
};

/** `ours`: this store answers · `other`: another server answers · `silent`: no response. */
export type AddressOutcome = "ours" | "other" | "silent";
export type OwnAddress = { reach: () => Promise<AddressOutcome> };

/** File system of the store's data, in bytes. */
export type DiskUse = {
  free: number;
  total: number;
  /** Number of free inodes; null when unknown. */
  freeFiles: number | null;
  database: number;
  log: number;
  files: number;
};
export type Disk = { measure: () => Promise<DiskUse> };

export type Replica = {
  /** Resolves with null when it answers, else with the error. */
  check: () => Promise<string | null>;
};

/** In-memory observations for the health checks; available even when the database fails. */
export type Watch = {
  startedAt: Date;
  /** How far the local clock is ahead of the payment provider's. */
  clock: { at: Date; aheadMs: number } | null;
  provider: { answeredAt: Date | null; silentSince: Date | null };
  /** Products whose last checkout the provider rejected, by id, with its message. */
  refusedProducts: Map<number, { at: Date; said: string }>;
  /** The last webhook with an invalid signature; `isOutOfTime` by its timestamp. */
  refusedWebhook: { at: Date; isOutOfTime: boolean } | null;
  /** `taken` counts new events in the last list. */
  reconciled: { listedAt: Date | null; taken: number; isKeyRefused: boolean };
  mail: {
    sentAt: Date | null;
    /** Error of the last attempt to talk to the mail server. */
    failed: { code: string } | null;
    /** Whether the server may be back while mails wait for a retry; true after startup. */
    isInDoubt: boolean;
    /** When paused mails were made due because the server was back. */
    retriedAt: Date | null;
  };
  outages: {
    /** Checks whose alarm was sent directly, because the database was not writable. */
    reported: Set<CheckName>;
    /** Start of the time in which a check succeeds without interruption. */
    greenSince: Map<CheckName, Date>;
  };
};

/** Both are null while the store can write. */
export type WriteState = { problem: WriteProblem | null; since: Date | null };
