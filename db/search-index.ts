import type Database from "better-sqlite3";
import { type Column, getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteCustomColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { foldText } from "./text-keys.ts";

// Trigram index `<table>_texts`. It only preselects: queries also compare the row's own text.

const PART_LENGTH = 3;

export const isSearched = (column: Column): boolean => is(column, SQLiteCustomColumn);

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

export function unindexTexts(sqlite: Database.Database, table: SQLiteTable, id: number): void {
  if (!Object.values(getTableColumns(table)).some(isSearched)) return;
  sqlite.prepare(`DELETE FROM ${getTableName(table)}_texts WHERE rowid = ?`).run(id);
}

function textsOf(table: SQLiteTable, row: Record<string, unknown>): string | undefined {
  const columns = Object.entries(getTableColumns(table)).filter(([, column]) => isSearched(column));
  if (columns.length === 0) return undefined;
  return columns.map(([key]) => (row[key] as string | null | undefined) ?? "").join("\n");
}

/** FTS5 query for rows that may contain a text, ignoring case; undefined below three characters. */
export function findMatchQuery(text: string): string | undefined {
  const characters = [...foldText(text.toWellFormed())];
  const parts = characters
    .map((_, at) => characters.slice(at, at + PART_LENGTH))
    .filter((part) => part.length === PART_LENGTH && !part.includes("\0"))
    .map((part) => `"${part.join("").replaceAll('"', '""')}"`);
  return parts.length === 0 ? undefined : [...new Set(parts)].join(" AND ");
}
