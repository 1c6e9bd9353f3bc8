import type { TableRow } from "../../../server/contract/tables.ts";
import type { Values } from "./merge.ts";

/** What one entry of the outbox does with a row, or with a file. */
type Job =
  | { kind: "create"; values: Values }
  | {
      kind: "update";
      values: Values;
      /** What the changed fields held when they were edited. */
      base: Values;
      /** The row's version as it was edited; 0 where the row was not sent yet. */
      version: number;
    }
  | { kind: "delete"; version: number }
  /** The file itself stands in the outbox's blobs, under its URL. */
  | { kind: "upload"; upload: "media" | "file"; url: string };

/** Why the server refused an entry, in words for a person, and by field. */
export type Problem = { message: string; errors?: Record<string, string[]> };

/** The row as another made it since, where the server told. */
export type Theirs = Partial<{ current: TableRow; changedBy: string; changedAt: string }>;

/** A write as it is handed to the outbox. */
export type NewEntry = Job & {
  table: string;
  /** The row's id; a temporary one for a row that is not sent yet. Of an upload one of its own. */
  row: number;
  /** How people know the row, or the file. */
  label: string;
};

/** A write that is kept on this device until the server has it. */
export type Entry = NewEntry & {
  /** Its place in the outbox; 0 until it has one. */
  n: number;
  /** Its `Idempotency-Key`: sent again, it happens once. */
  key: string;
  /** When it was last edited, in milliseconds. */
  at: number;
  /** How often it was sent: more than never, and the server may have it. */
  tries: number;
  /** All but `waiting` need a person: nothing of the same row is sent before. */
  state: "waiting" | "rejected" | "conflict" | "gone";
  /** Problem of a rejected entry, or of the last attempt of a waiting entry. */
  problem?: Problem;
  /** Of a conflict. */
  theirs?: Theirs;
  /** Somebody else's change of other fields was kept beside this one. */
  merged?: true;
};

/** What became of a sending. */
export type Outcome =
  /** The server has it; `row` as it stands then, `changeSet` undoes it. */
  | { kind: "done"; row?: TableRow; changeSet?: number | null }
  /**
   * Outcome unknown or temporarily refused; `all` when no other entry can be sent either. `afterMs`
   * is the server's Retry-After; `message` is set when an answer arrived.
   */
  | { kind: "retry"; of: "all" | "entry"; afterMs?: number; message?: string }
  | { kind: "signed-out" }
  | { kind: "forbidden" }
  | ({ kind: "rejected" } & Problem)
  | { kind: "changed"; theirs: Theirs }
  /** There is no such row. */
  | { kind: "gone" };

const FIRST_TEMPORARY = -1_000_000_000_000_000;

/** An id for a row that only this device knows. */
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
