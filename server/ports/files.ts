// The ports behind which files and backups are kept.

/** A file of the file store: the SHA-256 of its content in hex, and its length. */
export type StoredFile = { sha256: string; bytes: number };

/** One file of a ZIP, and its path there. */
export type BundleEntry = StoredFile & { name: string };

/** A complete file that is not stored yet. `path` is on this machine's disk. */
export type IncomingFile = StoredFile & { path: string };

/** Kinds of uploads: `media` are public pictures, `file` is a PDF for buyers. */
export type UploadKind = "media" | "file";

/** A complete upload on disk. */
export type UploadToInspect = IncomingFile & { kind: UploadKind };

/** Why an upload is rejected. */
export type UploadFault =
  | "empty"
  | "noPdf"
  | "unreadablePdf"
  | "protected"
  | "tooComplex"
  | "noPicture"
  | "brokenPicture"
  | "tooManyPixels";

/** Type of an upload by its bytes, with its hash and length after cleaning, or why it is rejected. */
export type Inspection =
  (StoredFile & { type: string; extension: string; pages: number | null }) | { fault: UploadFault };

/** The bytes of the printables and of uploads, each under the SHA-256 of its content. */
export type FileStore = {
  /** Stores bytes durably and returns their SHA-256 in hex. Storing them again changes nothing. */
  save: (bytes: Uint8Array) => Promise<string>;
  /**
   * Writes a stream and stores it durably after `inspect` resolves with the file's hash and length;
   * `inspect` may change the file. Rejects with the error of the stream or of `inspect`, and
   * removes the partial file.
   */
  receive: <Inspected extends StoredFile>(
    content: AsyncIterable<Uint8Array>,
    inspect: (file: IncomingFile) => Promise<Inspected>,
  ) => Promise<Inspected>;
  /** Drops the bytes for good; nothing when there are none. */
  remove: (sha256: string) => Promise<void>;
  /** Whether the file is stored whole, by its length. */
  has: (file: StoredFile) => Promise<boolean>;
  /**
   * Where the file stands on this machine's disk, brought there from where it is stored. Rejects when it
   * is not stored whole; with AppError `unavailable` when the place that stores it does not answer.
   */
  path: (file: StoredFile) => Promise<string>;
  /** The bytes as they are read, for copies; fails while it is read when there are none. */
  read: (sha256: string) => AsyncIterable<Uint8Array>;
  /**
   * A URL outside of the shop from which anybody gets the file, under these headers, for a quarter of an
   * hour; null where the shop is to send it.
   */
  link: (
    file: StoredFile,
    headers: { type: string; disposition: string },
  ) => Promise<string | null>;
  /**
   * Where the ZIP of these entries stands on disk, whole; the same entries have the same id and the
   * same bytes. Rejects when one of them cannot be read.
   */
  bundle: (entries: BundleEntry[]) => Promise<{ id: string; path: string }>;
};

/** An archive of the whole store that is kept beside it. */
export type KeptBackup = {
  name: string;
  /** Where it stands on this machine's disk. */
  path: string;
  /** When it was begun. */
  at: Date;
  bytes: number;
  /** Whether an administrator has asked for it. */
  isByHand: boolean;
  /** How many stored files could not be read then, and are not in it. */
  missing: number;
};

export type Backups = {
  /** All of them, newest first. Each was found whole when it was made. */
  list: () => Promise<KeptBackup[]>;
  /** The one of this name; undefined when there is none. */
  find: (name: string) => Promise<KeptBackup | undefined>;
  /** Makes one, or waits for the one that is under way; says whether it was made. */
  make: (kind: { isByHand: boolean }) => Promise<boolean>;
  /** Why none was made, the last time that one was tried; null when one was made. */
  state: () => { isUnderWay: boolean; failure: { at: Date; text: string } | null };
  remove: (name: string) => Promise<void>;
  /** Removes what a crash has left, and what restores before a time have replaced. */
  tidy: (before: { replacedBefore: Date }) => Promise<void>;
};
