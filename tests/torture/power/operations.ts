/** What a process asked of its disk, in the order in which it was done. */
export type Operation =
  | { kind: "write"; file: string; offset: number; bytes: Uint8Array }
  | { kind: "truncate"; file: string; size: number }
  | { kind: "sync"; file: string }
  | { kind: "rename"; file: string; to: string }
  | { kind: "unlink"; file: string }
  /** Not for the disk: from here on somebody has been told that this is done. */
  | { kind: "acknowledge"; what: string };

/** A file's whole content, by its name. */
export type Files = Map<string, Uint8Array>;
