import type { DBSchema, IDBPDatabase } from "idb";
import { createDatabase, type Database, type UpgradeStep } from "../../device/idb.ts";
import type { Entry } from "./entry.ts";
import type { Values } from "./merge.ts";
import { PREFIX, SEEN } from "../../device/foreign-data.ts";

/** Copy of a query's data. `key` is the query hash; partial copies lack personal details. */
export type StoredQuery = { key: string; value: unknown; readAt: number; isPartial: boolean };

export type Draft = {
  key: string;
  table: string;
  /** Row id; temporary for a new row. */
  row: number;
  label: string;
  typed: Values;
  /** Original values of the edited fields. */
  base: Values;
  /** Row version when editing began; undefined for a new row. */
  version: number | undefined;
  /** Time of the last input, in milliseconds. */
  at: number;
};

export type Stores = DBSchema & {
  outbox: { key: number; value: Entry; indexes: { row: [string, number] } };
  /** Files to upload, keyed by entry number. */
  files: { key: number; value: Blob };
  /** Permanent row ids, keyed by temporary id. */
  made: { key: number; value: number };
  queries: { key: string; value: StoredQuery; indexes: { readAt: number } };
  drafts: { key: string; value: Draft };
  settings: { key: string; value: unknown };
};
type AdminDatabase = IDBPDatabase<Stores>;
export type AdminStorage = Database<Stores>;

/** Schema migrations in order; append only. The database version is the number of steps. */
export const STEPS: readonly UpgradeStep<Stores>[] = [createStores, replaceReadingStores];

/** Opens an administrator's database on this device. */
export function adminDatabase(userKey: string, steps = STEPS): AdminStorage {
  return createDatabase(PREFIX + userKey, steps);
}

/** Records when the user of this database was last active. */
export async function noteSeen(storage: AdminStorage, now = Date.now()): Promise<void> {
  await storage.use((db) => db.put("settings", now, SEEN));
}

function createStores(db: AdminDatabase): void {
  db.createObjectStore("outbox", { keyPath: "n", autoIncrement: true }).createIndex("row", [
    "table",
    "row",
  ]);
  db.createObjectStore("files");
  db.createObjectStore("made");
  db.createObjectStore("drafts", { keyPath: "key" });
  db.createObjectStore("settings");
}

/** Replaces the cache stores; keeps the stores with unsent work. */
function replaceReadingStores(db: AdminDatabase): void {
  const names: DOMStringList = db.objectStoreNames;
  for (const name of ["answers", "answerFacts", "tables"]) {
    if (names.contains(name)) db.deleteObjectStore(name as never);
  }
  db.createObjectStore("queries", { keyPath: "key" }).createIndex("readAt", "readAt");
}
