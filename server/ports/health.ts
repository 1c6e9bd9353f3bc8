/** `forbidden`: the key is valid but lacks a permission · `failed`: no response, or another error. */
export type ExamOutcome = "fine" | "key_refused" | "forbidden" | "failed";

export type PaymentsExam = {
  sessions: ExamOutcome;
  events: ExamOutcome;
  endpoints: ExamOutcome;
  /** Discount codes, and the products that they can be limited to. */
  codes: ExamOutcome;
  /** Customers, whose saved cards the page of an offer shows. */
  customers: ExamOutcome;
  /** Whether the key is in live mode, derived from a listed object; null without objects. */
  isLive: boolean | null;
  /** The webhook endpoint of the requested URL; null when it is missing or cannot be listed. */
  endpoint: { isEnabled: boolean; missingEvents: string[] } | null;
};

/** `ours`: this software responded. `other`: another server responded. `silent`: no response. */
export type AddressOutcome = "ours" | "other" | "silent";
export type OwnAddress = { reach: () => Promise<AddressOutcome> };

/** Disk space and file sizes in bytes. */
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
  /** Resolves with null when the replica's endpoint responds, else with the error. */
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
  /** Why the last checkout asked for less consent than set, in the provider's words; or null. */
  refusedConsent: string | null;
  /** Last webhook with an invalid signature; `isOutOfTime`: its timestamp is out of tolerance. */
  refusedWebhook: { at: Date; isOutOfTime: boolean } | null;
  /** State of reconciliation. `taken` is the number of new events in the last round. */
  reconciled: { listedAt: Date | null; taken: number; isKeyRefused: boolean };
  mail: {
    sentAt: Date | null;
    /** Error of the last failed connection to the mail server; null after a success. */
    failed: { code: string } | null;
    /** Whether to retry paused mails once the server responds; true after startup or a failure. */
    isInDoubt: boolean;
    /** Last time that all paused mails were made due. */
    retriedAt: Date | null;
  };
  outages: {
    /** Names of the checks whose alarm was sent directly, because the database was not writable. */
    reported: Set<string>;
    /** Start of each check's current period without a failure. */
    greenSince: Map<string, Date>;
  };
};

export type WriteProblem = "full" | "locked" | "read_only" | "failed";

/** Why the store cannot write, and since when; both are null while it can. */
export type WriteState = { problem: WriteProblem | null; since: Date | null };
