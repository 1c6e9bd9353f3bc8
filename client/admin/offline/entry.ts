import type { TableRow } from "../../../server/contract/tables.ts";
import type { Values } from "./merge.ts";

type EntryWork =
  | { kind: "create"; values: Values }
  | {
      kind: "update";
      values: Values;
      base: Values;
      /** Row version the update is based on; 0 for an unsent row. */
      version: number;
    }
  | { kind: "delete"; version: number }
  /** The file itself is stored separately, keyed by entry number. */
  | { kind: "upload"; upload: "media" | "file"; url: string };

/** Error message for the user, and errors by field. */
export type Problem = { message: string; errors?: Record<string, string[]> };

/** Current row and its last author in a conflict; fields the server did not send are missing. */
export type Theirs = Partial<{ current: TableRow; changedBy: string; changedAt: string }>;

export type NewEntry = EntryWork & {
  table: string;
  /** Row id; temporary for an unsent row. An upload has its own temporary id. */
  row: number;
  label: string;
};

/** Queued write, stored on this device until the server has processed it. */
export type Entry = NewEntry & {
  /** Number in the outbox; 0 until it is stored. */
  n: number;
  key: string;
  /** Time of the last edit, in milliseconds. */
  at: number;
  /** Number of attempts; if above 0, the server may have applied the write. */
  tries: number;
  /** Every state except `waiting` requires the user to act, and blocks later entries of the row. */
  state: "waiting" | "rejected" | "conflict" | "gone";
  /** Error of a rejected entry, or of a waiting entry's last attempt. */
  problem?: Problem;
  theirs?: Theirs;
  /** Set if the update was merged with another user's changes to other fields. */
  merged?: true;
};

export type Outcome =
  /** Applied. Contains the new row, and the change set to undo. */
  | { kind: "done"; row?: TableRow; changeSet?: number | null }
  /**
   * The server is unavailable; stop sending. `message` is missing if there was no connection;
   * `afterMs` is the server's Retry-After.
   */
  | { kind: "retry"; of: "all"; afterMs?: number; message?: string }
  /** The server failed to process this entry. */
  | { kind: "retry"; of: "entry"; afterMs?: number; message: string }
  | { kind: "signed-out" }
  | { kind: "forbidden" }
  | ({ kind: "rejected" } & Problem)
  | { kind: "changed"; theirs: Theirs }
  | { kind: "gone" };

const FIRST_TEMPORARY = -1_000_000_000_000_000;

/** Returns an id for a row that is not on the server yet. */
export function temporaryId(now = Date.now()): number {
  return -(now * 1000 + Math.floor(Math.random() * 1000));
}

export function isTemporary(id: unknown): id is number {
  return typeof id === "number" && id <= FIRST_TEMPORARY;
}

/** Reports whether an entry belongs to the row. */
export function isOf(entry: NewEntry, { table, row }: { table: string; row: number }): boolean {
  return entry.table === table && entry.row === row;
}

/** Reports whether both entries create a row with the same values. */
export function isSameCreation(one: NewEntry, other: NewEntry): boolean {
  if (one.kind !== "create" || other.kind !== "create") return false;
  return JSON.stringify(one.values) === JSON.stringify(other.values);
}
