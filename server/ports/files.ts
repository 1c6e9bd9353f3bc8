/** A stored file, identified by the SHA-256 of its content in hex; `bytes` is its length. */
export type StoredFile = { sha256: string; bytes: number };

/** A file of a ZIP; `name` is its path in the ZIP. */
export type BundleEntry = StoredFile & { name: string };

/** A complete file that is not stored yet; `path` is on the local disk. */
export type IncomingFile = StoredFile & { path: string };

/** Kinds of uploads: `media` are public pictures, `file` is a PDF for buyers. */
export type UploadKind = "media" | "file";

export type UploadToInspect = IncomingFile & { kind: UploadKind };

export type UploadFault =
  | "empty"
  | "noPdf"
  | "unreadablePdf"
  | "protected"
  | "tooComplex"
  | "noPicture"
  | "animatedPicture"
  | "brokenPicture"
  | "tooManyPixels"
  | "locatedPicture";

/** Detected type, or the reason for rejecting the upload. */
export type Inspection =
  (StoredFile & { type: string; extension: string; pages: number | null }) | { fault: UploadFault };

/** Storage of printables and uploads; each file is stored under the SHA-256 of its content. */
export type FileStore = {
  /** Stores bytes durably and returns their SHA-256 in hex. Idempotent. */
  save: (bytes: Uint8Array) => Promise<string>;
  /**
   * Receives a stream and stores it durably after `inspect` resolves. On failure, rejects with the
   * error of the stream or of `inspect`, and deletes the partial file.
   */
  receive: <Inspected>(
    content: AsyncIterable<Uint8Array>,
    inspect: (file: IncomingFile) => Promise<Inspected>,
  ) => Promise<Inspected>;
  remove: (sha256: string) => Promise<void>;
  /** Whether the file is stored with the expected length. */
  has: (file: StoredFile) => Promise<boolean>;
  /** Path of the complete file on the local disk; downloads it if necessary. Rejects otherwise. */
  path: (file: StoredFile) => Promise<string>;
  /** Streams the file's bytes. Iterating throws when the file does not exist. */
  read: (sha256: string) => AsyncIterable<Uint8Array>;
  /** Public URL of the file, valid for 15 minutes; null when the shop itself must serve it. */
  link: (
    file: StoredFile,
    headers: { type: string; disposition: string },
  ) => Promise<string | null>;
  /** Path of the complete ZIP. The same entries give the same id and bytes. */
  bundle: (entries: BundleEntry[]) => Promise<{ id: string; path: string }>;
};

export type KeptBackup = {
  name: string;
  path: string;
  at: Date;
  bytes: number;
  isByHand: boolean;
  /** Number of stored files missing from the backup because they could not be read. */
  missing: number;
};

export type Backups = {
  /** Lists all backups, newest first. Each was verified when it was made. */
  list: () => Promise<KeptBackup[]>;
  find: (name: string) => Promise<KeptBackup | undefined>;
  /** Makes a backup, or joins the one in progress. Returns whether it succeeded. */
  make: (kind: { isByHand: boolean }) => Promise<boolean>;
  /** State of the backup task. `failure` is the last attempt's error; null when it succeeded. */
  state: () => { isUnderWay: boolean; failure: { at: Date; text: string } | null };
  remove: (name: string) => Promise<void>;
  /** Removes leftovers of crashes, and databases replaced by restores before the given time. */
  tidy: (before: { replacedBefore: Date }) => Promise<void>;
};
