import type Database from "better-sqlite3";
import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { SORT_KEY_COLUMNS, sortKey } from "./text-keys.ts";

// Plain SQL, because building a Drizzle query takes longer than running it.

export type StoredRow = Record<string, unknown> & { id: number };
type Values = Record<string, unknown>;

export function findStored(
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

/** Undefined for a taken unique key with `ignoresTaken`; else throws. */
export function insertStored(
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

export function updateStored(
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

export function deleteStored(sqlite: Database.Database, table: SQLiteTable, id: number): void {
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
