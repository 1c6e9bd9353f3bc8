import { and, eq, getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Transaction } from "./client.ts";
import { epochOf } from "./epoch.ts";
import {
  deleteStored,
  findStored,
  insertStored,
  type StoredRow,
  updateStored,
} from "./stored-rows.ts";
import { changes } from "./schema.ts";
import { indexTexts, unindexTexts } from "./search-index.ts";
import type { ChangeAction } from "./enums.ts";

/** A table whose rows the owner can see. */
type RecordedTable = SQLiteTable & {
  id: SQLiteColumn;
  version: SQLiteColumn;
  createdAt: SQLiteColumn;
  updatedAt: SQLiteColumn;
};
type Kept = "id" | "version" | "createdAt" | "updatedAt";
type Insert<T extends RecordedTable> = Omit<T["$inferInsert"], Kept>;
type Patch<T extends RecordedTable> = Partial<Omit<T["$inferSelect"], Kept>>;

/** Who changes a row ("buyer", "webhook", "admin:7", "seed") and when. */
export type Author = { actor: string; now: Date; set?: ChangeSet; shown?: Shown };

/** What a row shows besides its own columns, before and after a change: its line keeps it too. */
export type Shown = { before?: Record<string, unknown>; after?: Record<string, unknown> };

/** What is done together and can be undone together: named by its first change, null before that. */
export type ChangeSet = { id: number | null };

/** Stores a new row and its line in `changes`; returns the row as stored. Throws on a taken key. */
export function insertRow<T extends RecordedTable>(
  tx: Transaction,
  table: T,
  values: Insert<T>,
  author: Author,
): T["$inferSelect"] {
  return insert(tx, table, { values: firstVersion(values, author), author }) as StoredRow;
}

/** Like `insertRow`, but returns undefined and stores nothing when a unique key is already taken. */
export function insertRowOnce<T extends RecordedTable>(
  tx: Transaction,
  table: T,
  values: Insert<T>,
  author: Author,
): T["$inferSelect"] | undefined {
  return insert(tx, table, { values: firstVersion(values, author), author, ignoresTaken: true });
}

/** Changes the given columns of one row, raises its version, and notes before and after. */
export function updateRow<T extends RecordedTable>(
  tx: Transaction,
  table: T,
  id: number,
  patch: Patch<T>,
  author: Author,
): T["$inferSelect"] {
  const before = findStored(tx.sqlite, table, id);
  if (!before) throw new Error(`No row ${id} in ${getTableName(table)}.`);
  const version = nextVersion(tx, before);
  const changed = { ...given(patch), version, updatedAt: author.now };
  const after = { ...before, ...changed };
  updateStored(tx.sqlite, table, { id, patch: changed });
  indexTexts(tx.sqlite, table, { before, after });
  record(tx, { table, id, action: "update", before, after, author });
  return after;
}

/** Removes one row and keeps what it held in `changes`. Does nothing when it is gone already. */
export function deleteRow<T extends RecordedTable>(
  tx: Transaction,
  table: T,
  id: number,
  author: Author,
): void {
  const before = findStored(tx.sqlite, table, id);
  if (!before) return;
  remove(tx, table, id);
  record(tx, { table, id, action: "delete", before, author });
}

/**
 * Stores a row that was deleted again, under its id, from what `changes` holds of it: with a version
 * that it never had. Throws when a key is taken, or a row that it names is gone.
 */
export function restoreRow<T extends RecordedTable>(
  tx: Transaction,
  table: T,
  kept: Record<string, unknown>,
  author: Author,
): void {
  const row: Record<string, unknown> = {};
  for (const [key, column] of Object.entries(getTableColumns(table))) {
    const value = kept[column.name];
    const isTime = column.dataType === "date" && typeof value === "string";
    row[key] = isTime ? new Date(value) : value;
  }
  const version = nextVersion(tx, row);
  insert(tx, table, { values: { ...row, version, updatedAt: author.now }, author });
}

/**
 * Removes one row and all that `changes` holds of it, for personal data that must not be kept. What
 * stays is that the row is gone, so that every copy drops it too (decision: retention). Does nothing
 * when it is gone already.
 */
export function eraseRow<T extends RecordedTable>(
  tx: Transaction,
  table: T,
  id: number,
  author: Author,
): void {
  if (!findStored(tx.sqlite, table, id)) return;
  remove(tx, table, id);
  const ofRow = and(eq(changes.tableName, getTableName(table)), eq(changes.rowId, id));
  tx.delete(changes).where(ofRow).run();
  record(tx, { table, id, action: "delete", author });
}

type NewRow = { values: Record<string, unknown>; author: Author; ignoresTaken?: boolean };

function insert(
  tx: Transaction,
  table: RecordedTable,
  { author, ...given }: NewRow,
): StoredRow | undefined {
  const after = insertStored(tx.sqlite, table, given);
  if (!after) return undefined;
  indexTexts(tx.sqlite, table, { after });
  record(tx, { table, id: after.id, action: "insert", after, author });
  return after;
}

function remove({ sqlite }: Transaction, table: RecordedTable, id: number): void {
  deleteStored(sqlite, table, id);
  unindexTexts(sqlite, table, id);
}

/** Returns a version that no row with this id ever had, including rows that a restore reverted. */
function nextVersion(tx: Transaction, row: Record<string, unknown>): number {
  return Math.max(Number(row["version"]), epochOf(tx)) + 1;
}

/** The columns that a patch really names: one left undefined stays as it is. */
function given(patch: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
}

function firstVersion(values: Record<string, unknown>, { now }: Author) {
  return { ...values, version: 1, createdAt: now, updatedAt: now };
}

type Change = {
  table: RecordedTable;
  id: number;
  action: ChangeAction;
  before?: StoredRow;
  after?: StoredRow;
  author: Author;
};

/** The one writer of `changes`, always in the transaction of the change itself. */
function record(tx: Transaction, change: Change): void {
  const { table, id, action, before, after, author } = change;
  tx.touched.add(getTableName(table));
  const { set, shown } = author;
  const values = {
    tableName: getTableName(table),
    rowId: id,
    action,
    actor: author.actor,
    before: before && { ...columnNames(table, before), ...shown?.before },
    after: after && { ...columnNames(table, after), ...shown?.after },
    setId: set?.id,
    ...firstVersion({}, author),
  };
  const stored = insertStored(tx.sqlite, changes, { values });
  if (set) set.id ??= stored?.id ?? null;
}

// What would be most of the history, and says nothing of it (decision: retention).
const UNRECORDED_COLUMNS = new Set(["payload", "next_check_at"]);

/** A row under its SQL column names, as the owner's tables show it. */
function columnNames(table: SQLiteTable, row: StoredRow): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [key, column] of Object.entries(getTableColumns(table))) {
    if (!UNRECORDED_COLUMNS.has(column.name)) named[column.name] = row[key];
  }
  return named;
}
