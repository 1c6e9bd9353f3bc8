import type { TableRow } from "../../../server/contract/tables.ts";
import type { Values } from "./merge.ts";

type EntryWork =
  | { kind: "create"; values: Values }
  | {
      kind: "update";
      values: Values;
      base: Values;
      /** The edited version; 0 for an unsent row. */
      version: number;
    }
  | { kind: "delete"; version: number }
  /** The file is stored separately, by entry. */
  | { kind: "upload"; upload: "media" | "file"; url: string };

/** Why the server refused an entry, for a person, and by field. */
export type Problem = { message: string; errors?: Record<string, string[]> };

/** The other person's row, as far as the server sent it. */
export type Theirs = Partial<{ current: TableRow; changedBy: string; changedAt: string }>;

export type NewEntry = EntryWork & {
  table: string;
  /** The row's id, temporary for an unsent row; an upload has an id of its own. */
  row: number;
  label: string;
};

/** A write that is queued on this device until the server has it. */
export type Entry = NewEntry & {
  /** Number in the outbox; 0 until it is stored. */
  n: number;
  key: string;
  /** Time of the last edit, in milliseconds. */
  at: number;
  /** Attempts; after the first the server may have applied it. */
  tries: number;
  /** All states but `waiting` need a person and block later entries of the row. */
  state: "waiting" | "rejected" | "conflict" | "gone";
  /** Problem of a rejected entry, or of the last attempt of a waiting entry. */
  problem?: Problem;
  theirs?: Theirs;
  /** Merged with another person's change of other fields. */
  merged?: true;
};

export type Outcome =
  /** Applied: the new row, and the change set that undoes it. */
  | { kind: "done"; row?: TableRow; changeSet?: number | null }
  /**
   * The server cannot be used now, so no entry can be sent. `message` is missing without a connection;
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

/** An id for a row that only this device has. */
export function temporaryId(now = Date.now()): number {
  return -(now * 1000 + Math.floor(Math.random() * 1000));
}

export function isTemporary(id: unknown): id is number {
  return typeof id === "number" && id <= FIRST_TEMPORARY;
}

/** Whether an entry concerns that row. */
export function isOf(entry: NewEntry, { table, row }: { table: string; row: number }): boolean {
  return entry.table === table && entry.row === row;
}

/** Whether two entries create the same row with the same values. */
export function isSameCreation(one: NewEntry, other: NewEntry): boolean {
  if (one.kind !== "create" || other.kind !== "create") return false;
  return JSON.stringify(one.values) === JSON.stringify(other.values);
}
