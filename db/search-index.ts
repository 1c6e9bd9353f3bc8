import type Database from "better-sqlite3";
import { type Column, getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteCustomColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { foldText } from "./text-keys.ts";

// A table with `searchedText` columns has a trigram index (FTS5) `<table>_texts`, whose rowid is the row's
// id. It matches trigrams in any column and order. So a match is only a candidate, and queries also compare
// the row's own text.

const PART_LENGTH = 3;

export const isSearched = (column: Column): boolean => is(column, SQLiteCustomColumn);

/** Writes the index row of a new or changed row, in the same transaction. */
export function indexTexts(
  sqlite: Database.Database,
  table: SQLiteTable,
  { before, after }: { before?: Record<string, unknown>; after: Record<string, unknown> },
): void {
  const texts = textsOf(table, after);
  if (!texts || texts === (before && textsOf(table, before))) return;
  sqlite
    .prepare(`INSERT OR REPLACE INTO ${getTableName(table)}_texts (rowid, body) VALUES (?, ?)`)
    .run(after["id"], foldText(texts));
}

/** Removes the index row of a removed row. */
export function unindexTexts(sqlite: Database.Database, table: SQLiteTable, id: number): void {
  if (!Object.values(getTableColumns(table)).some(isSearched)) return;
  sqlite.prepare(`DELETE FROM ${getTableName(table)}_texts WHERE rowid = ?`).run(id);
}

/** Joins the searched texts of a row with newlines; undefined for a table without an index. */
function textsOf(table: SQLiteTable, row: Record<string, unknown>): string | undefined {
  const columns = Object.entries(getTableColumns(table)).filter(([, column]) => isSearched(column));
  if (columns.length === 0) return undefined;
  return columns.map(([key]) => (row[key] as string | null | undefined) ?? "").join("\n");
}

/**
 * Returns the FTS5 query for rows that may contain a text, ignoring case. Undefined for less than three
 * characters, which the index cannot match.
 */
export function findMatchQuery(text: string): string | undefined {
  const characters = [...foldText(text.toWellFormed())];
  const parts = characters
    .map((_, at) => characters.slice(at, at + PART_LENGTH))
    .filter((part) => part.length === PART_LENGTH && !part.includes("\0"))
    .map((part) => `"${part.join("").replaceAll('"', '""')}"`);
  return parts.length === 0 ? undefined : [...new Set(parts)].join(" AND ");
}
