import { eq, getTableColumns, getTableName, sql } from "drizzle-orm";
import type { SQLiteTable, SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type ChangeAction, changes } from "./schema.ts";
import type { Transaction } from "./client.ts";

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
export type Author = { actor: string; now: Date };

/** Stores a new row and its line in `changes`; returns the row as stored. Throws on a taken key. */
export function insertRow<T extends RecordedTable>(
  tx: Transaction,
  table: T,
  values: Insert<T>,
  author: Author,
): T["$inferSelect"] {
  const row = stamped(tx, table, values, author).returning().get();
  return recordInsert(tx, table, row, author);
}

/** Like `insertRow`, but returns undefined and stores nothing when a unique key is already taken. */
export function insertRowOnce<T extends RecordedTable>(
  tx: Transaction,
  table: T,
  values: Insert<T>,
  author: Author,
): T["$inferSelect"] | undefined {
  const row = stamped(tx, table, values, author).onConflictDoNothing().returning().get();
  return row && recordInsert(tx, table, row, author);
}

/** Changes the given columns of one row, raises its version, and notes before and after. */
export function updateRow<T extends RecordedTable>(
  tx: Transaction,
  table: T,
  id: number,
  patch: Patch<T>,
  author: Author,
): T["$inferSelect"] {
  const before = tx.select().from(table).where(eq(table.id, id)).get() as Row<T> | undefined;
  if (!before) throw new Error(`No row ${id} in ${getTableName(table)}.`);
  const next = { ...patch, version: sql`${table.version} + 1`, updatedAt: author.now };
  const after = tx
    .update(table)
    .set(next as never)
    .where(eq(table.id, id))
    .returning()
    .get() as unknown as Row<T>;
  record(tx, { table, action: "update", before, after, author });
  return after;
}

/** Removes one row and keeps what it held in `changes`. */
export function deleteRow<T extends RecordedTable>(
  tx: Transaction,
  table: T,
  id: number,
  author: Author,
): void {
  const before = tx.delete(table).where(eq(table.id, id)).returning().get() as Row<T> | undefined;
  if (before) record(tx, { table, action: "delete", before, author });
}

type Row<T extends RecordedTable> = T["$inferSelect"] & { id: number };

function stamped<T extends RecordedTable>(
  tx: Transaction,
  table: T,
  values: Insert<T>,
  author: Author,
) {
  const row = { ...values, createdAt: author.now, updatedAt: author.now };
  return tx.insert(table).values(row as unknown as T["$inferInsert"]);
}

function recordInsert<T extends RecordedTable>(
  tx: Transaction,
  table: T,
  row: unknown,
  author: Author,
): T["$inferSelect"] {
  const after = row as Row<T>;
  record(tx, { table, action: "insert", after, author });
  return after;
}

type Change<T extends RecordedTable> = {
  table: T;
  action: ChangeAction;
  before?: Row<T>;
  after?: Row<T>;
  author: Author;
};

/** The one writer of `changes`, always in the transaction of the change itself. */
function record<T extends RecordedTable>(tx: Transaction, change: Change<T>): void {
  const { table, action, before, after, author } = change;
  const rowId = (after ?? before)?.id;
  if (rowId === undefined) throw new Error(`A change of ${getTableName(table)} names no row.`);
  tx.insert(changes)
    .values({
      tableName: getTableName(table),
      rowId,
      action,
      actor: author.actor,
      before: before && columnNames(table, before),
      after: after && columnNames(table, after),
      createdAt: author.now,
      updatedAt: author.now,
    })
    .run();
}

// Bodies of mails and webhooks never change once written and stay in their own row.
const BULKY_COLUMNS = new Set(["text", "html", "payload"]);

/** A row under its SQL column names, as the owner's tables show it. */
function columnNames(table: SQLiteTable, row: Record<string, unknown>): Record<string, unknown> {
  const columns = Object.entries(getTableColumns(table)).filter(
    ([, column]) => !BULKY_COLUMNS.has(column.name),
  );
  return Object.fromEntries(columns.map(([key, column]) => [column.name, row[key]]));
}
