import type { DBSchema, IDBPDatabase } from "idb";
import type { TableRow } from "../../../server/contract/tables.ts";
import { createDatabase, type Database, type UpgradeStep } from "../../lib/idb.ts";
import type { Entry } from "./entry.ts";
import type { Values } from "./merge.ts";
import { PREFIX } from "./foreign-data.ts";

/** An answer of the server as it was read. */
export type CachedRead = {
  /** Its path and query. */
  key: string;
  value: unknown;
  /** In milliseconds. */
  readAt: number;
};

/** What is known of a kept answer without reading it; it says which is dropped first. */
export type AnswerFact = { key: string; readAt: number; usedAt: number; bytes: number };

/** A table that is kept whole, as of a sequence of its changes. */
export type OfflineTable = {
  table: string;
  rows: TableRow[];
  sequence: number;
  readAt: number;
  /** When all of it was read last, not only what had changed. */
  walkedAt: number;
  bytes: number;
  /** Columns that its rows were kept without. */
  absent: string[];
};

/** What stands half typed in a form, or in a cell. */
export type Draft = {
  /** Names the one editing that it comes from. */
  key: string;
  table: string;
  /** The row's id; a temporary one for a new row. */
  row: number;
  label: string;
  /** The fields that were changed, as they were typed. */
  typed: Values;
  /** What those fields held when they were edited. */
  base: Values;
  /** The row's version as it was edited; undefined for a new row. */
  version: number | undefined;
  /** When the last key was typed, in milliseconds. */
  at: number;
};

export type Stores = DBSchema & {
  outbox: { key: number; value: Entry; indexes: { row: [string, number] } };
  /** Files that wait to be sent, by their entry. */
  files: { key: number; value: Blob };
  /** The ids of rows that had a temporary one. */
  made: { key: number; value: number };
  answers: { key: string; value: CachedRead };
  answerFacts: { key: string; value: AnswerFact };
  tables: { key: string; value: OfflineTable };
  drafts: { key: string; value: Draft };
  settings: { key: string; value: unknown };
};
export type AdminDatabase = IDBPDatabase<Stores>;
export type AdminStorage = Database<Stores>;

/** Each version of the database by the step that leads to it; a later build appends one. */
export const STEPS: readonly UpgradeStep<Stores>[] = [createStores];

/** The database of one administrator on this device. */
export function adminDatabase(userKey: string, steps = STEPS): AdminStorage {
  return createDatabase(PREFIX + userKey, steps);
}

function createStores(db: AdminDatabase): void {
  db.createObjectStore("outbox", { keyPath: "n", autoIncrement: true }).createIndex("row", [
    "table",
    "row",
  ]);
  db.createObjectStore("files");
  db.createObjectStore("made");
  db.createObjectStore("answers", { keyPath: "key" });
  db.createObjectStore("answerFacts", { keyPath: "key" });
  db.createObjectStore("tables", { keyPath: "table" });
  db.createObjectStore("drafts", { keyPath: "key" });
  db.createObjectStore("settings");
}
