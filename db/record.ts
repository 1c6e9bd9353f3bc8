import type Database from "better-sqlite3";
import { and, eq, getTableColumns, getTableName, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Transaction } from "./client.ts";
import { epochOf } from "./epoch.ts";
import { changes } from "./schema.ts";
import { indexTexts, unindexTexts } from "./search-index.ts";
import { SORT_KEY_COLUMNS, sortKey } from "./text-keys.ts";
import type { ChangeAction } from "./enums.ts";

export type RecordedTable = SQLiteTable & {
  id: SQLiteColumn;
  version: SQLiteColumn;
  createdAt: SQLiteColumn;
  updatedAt: SQLiteColumn;
};
type RecordColumns = "id" | "version" | "createdAt" | "updatedAt";
type Insert<T extends RecordedTable> = Omit<T["$inferInsert"], RecordColumns>;
type Patch<T extends RecordedTable> = Partial<Omit<T["$inferSelect"], RecordColumns>>;

/** Author (such as "buyer", "webhook" or "admin:7") and time of a change. */
export type Author = { actor: string; now: Date; set?: ChangeSet; shown?: Shown };

/** Values from related tables that are displayed with the row, recorded with the change. */
export type Shown = { before?: Record<string, unknown>; after?: Record<string, unknown> };

/** Changes that are undone together; `id` is the id of the first one. */
export type ChangeSet = { id: number | null };

type Values = Record<string, unknown>;
type StoredRow = Values & { id: number };

export function insertRow<T extends RecordedTable>(
  tx: Transaction,
  table: T,
  values: Insert<T>,
  author: Author,
): T["$inferSelect"] {
  return insert(tx, table, { values: firstVersion(values, author), author }) as StoredRow;
}

/** Like `insertRow`, but returns undefined when a unique key is taken. */
export function insertRowOnce<T extends RecordedTable>(
  tx: Transaction,
  table: T,
  values: Insert<T>,
  author: Author,
): T["$inferSelect"] | undefined {
  return insert(tx, table, { values: firstVersion(values, author), author, ignoresTaken: true });
}

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
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  const changed = { ...Object.fromEntries(given), version, updatedAt: author.now };
  const after = { ...before, ...changed };
  updateStored(tx.sqlite, table, { id, patch: changed });
  indexTexts(tx.sqlite, table, { before, after });
  record(tx, { table, id, action: "update", before, after, author });
  return after;
}

/** Deletes a row; `changes` keeps its values. Does nothing if the row does not exist. */
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

/** Restores a deleted row, with its id. Throws on a unique or foreign key violation. */
export function restoreRow<T extends RecordedTable>(
  tx: Transaction,
  table: T,
  deleted: Values,
  author: Author,
): void {
  const row: Values = {};
  for (const [key, column] of Object.entries(getTableColumns(table))) {
    const value = deleted[column.name];
    const isTime = column.dataType === "date" && typeof value === "string";
    row[key] = isTime ? new Date(value) : value;
  }
  const version = nextVersion(tx, row);
  insert(tx, table, { values: { ...row, version, updatedAt: author.now }, author });
}

/** Deletes a row and its history, except a record of the deletion, so that copies drop the row. */
export function eraseRow<T extends RecordedTable>(
  tx: Transaction,
  table: T,
  id: number,
  author: Author,
): void {
  if (!findStored(tx.sqlite, table, id)) return;
  remove(tx, table, id);
  forgetHistory(tx, table, id);
  record(tx, { table, id, action: "delete", author });
}

/** Erases all rows of a table that match a condition, like `eraseRow`. */
export function eraseRows(
  tx: Transaction,
  table: RecordedTable,
  condition: SQL | undefined,
  author: Author,
): void {
  const rows = tx.select({ id: table.id }).from(table).where(condition).all();
  for (const { id } of rows) eraseRow(tx, table, id as number, author);
}

function forgetHistory(tx: Transaction, table: RecordedTable, id: number): void {
  const ofRow = and(eq(changes.tableName, getTableName(table)), eq(changes.rowId, id));
  tx.delete(changes).where(ofRow).run();
}

/** Changes values of a row and deletes its history, so that only the new values are stored. */
export function redactRow<T extends RecordedTable>(
  tx: Transaction,
  table: T,
  id: number,
  patch: Patch<T>,
  author: Author,
): void {
  const after = updateRow(tx, table, id, patch, author) as StoredRow;
  forgetHistory(tx, table, id);
  record(tx, { table, id, action: "update", after, author });
}

type NewRow = { values: Values; author: Author; ignoresTaken?: boolean };

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

/** Returns a version that this id has never had, not even before a restore. */
function nextVersion(tx: Transaction, row: Values): number {
  return Math.max(Number(row["version"]), epochOf(tx)) + 1;
}

function firstVersion(values: Values, { now }: Author) {
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

/** Records a change; no other function writes to `changes`. */
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

// Large or frequently changed columns, which would bloat the history.
const UNRECORDED_COLUMNS = new Set(["payload", "next_check_at"]);

function columnNames(table: SQLiteTable, row: StoredRow): Values {
  const named: Values = {};
  for (const [key, column] of Object.entries(getTableColumns(table))) {
    if (!UNRECORDED_COLUMNS.has(column.name)) named[column.name] = row[key];
  }
  return named;
}

// The statements below are plain SQL, because building a Drizzle query takes longer than running it.

function findStored(
  sqlite: Database.Database,
  table: SQLiteTable,
  id: number,
): StoredRow | undefined {
  const columns = Object.entries(getTableColumns(table));
  const names = columns.map(([, { name }]) => name).join(", ");
  const row = sqlite
    .prepare<[number], unknown[]>(`SELECT ${names} FROM ${getTableName(table)} WHERE id = ?`)
    .raw()
    .get(id);
  if (!row) return undefined;
  const decoded = columns.map(([key, column], index) => {
    const value = row[index];
    return [key, value === null ? null : column.mapFromDriverValue(value)];
  });
  return Object.fromEntries(decoded) as StoredRow;
}

/** Inserts a row. If a unique key is taken, returns undefined with `ignoresTaken`, else throws. */
function insertStored(
  sqlite: Database.Database,
  table: SQLiteTable,
  { values, ignoresTaken = false }: { values: Values; ignoresTaken?: boolean },
): StoredRow | undefined {
  const row: Values = {};
  for (const [key, column] of Object.entries(getTableColumns(table))) {
    if (key !== "id") row[key] = values[key] ?? column.default ?? null;
  }
  if (values["id"] !== undefined) row["id"] = values["id"];
  const encoded = encode(table, row);
  const names = Object.keys(encoded);
  const { changes, lastInsertRowid } = sqlite
    .prepare(
      `INSERT INTO ${getTableName(table)} (${names.join(", ")})
       VALUES (${names.map(() => "?").join(", ")})${ignoresTaken ? " ON CONFLICT DO NOTHING" : ""}`,
    )
    .run(...Object.values(encoded));
  return changes === 0 ? undefined : { ...row, id: Number(lastInsertRowid) };
}

function updateStored(
  sqlite: Database.Database,
  table: SQLiteTable,
  { id, patch }: { id: number; patch: Values },
): void {
  const encoded = encode(table, patch);
  const set = Object.keys(encoded).join(" = ?, ");
  sqlite
    .prepare(`UPDATE ${getTableName(table)} SET ${set} = ? WHERE id = ?`)
    .run(...Object.values(encoded), id);
}

function deleteStored(sqlite: Database.Database, table: SQLiteTable, id: number): void {
  sqlite.prepare(`DELETE FROM ${getTableName(table)} WHERE id = ?`).run(id);
}

function encode(table: SQLiteTable, row: Values): Values {
  const sortKeys = SORT_KEY_COLUMNS[getTableName(table)];
  const encoded: Values = {};
  for (const [key, column] of Object.entries(getTableColumns(table))) {
    const value = row[key];
    if (value === undefined) continue;
    encoded[column.name] = value === null ? null : column.mapToDriverValue(value);
    const sorted = sortKeys?.[column.name];
    if (sorted) encoded[sorted] = typeof value === "string" ? sortKey(value) : null;
  }
  return encoded;
}
