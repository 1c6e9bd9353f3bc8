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
