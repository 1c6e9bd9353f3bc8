import type { DBSchema, IDBPDatabase } from "idb";
import type { TableRow } from "../../../server/contract/tables.ts";
import { createDatabase, type Database, type UpgradeStep } from "../../lib/idb.ts";
import type { Entry } from "./entry.ts";
import type { Values } from "./merge.ts";
import { PREFIX } from "./foreign-data.ts";

export type CachedRead = {
  /** Its path and query. */
  key: string;
  value: unknown;
  readAt: number;
};

/** Metadata of a stored answer; decides which one is evicted first. */
export type AnswerFact = { key: string; readAt: number; usedAt: number; bytes: number };

/** A table that is stored whole, as of a change sequence. */
export type OfflineTable = {
  table: string;
  rows: TableRow[];
  sequence: number;
  readAt: number;
  /** When all rows were last read, not only the changed ones. */
  walkedAt: number;
  bytes: number;
  absent: string[];
};

export type Draft = {
  key: string;
  table: string;
  /** The row's id, temporary for a new row. */
  row: number;
  label: string;
  typed: Values;
  /** The previous values of the typed fields. */
  base: Values;
  /** The edited version; undefined for a new row. */
  version: number | undefined;
  /** Time of the last input, in milliseconds. */
  at: number;
};

export type Stores = DBSchema & {
  outbox: { key: number; value: Entry; indexes: { row: [string, number] } };
  /** Files to upload, by entry. */
  files: { key: number; value: Blob };
  /** The real ids of rows by temporary id. */
  made: { key: number; value: number };
  answers: { key: string; value: CachedRead };
  answerFacts: { key: string; value: AnswerFact };
  tables: { key: string; value: OfflineTable };
  drafts: { key: string; value: Draft };
  settings: { key: string; value: unknown };
};
type AdminDatabase = IDBPDatabase<Stores>;
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
