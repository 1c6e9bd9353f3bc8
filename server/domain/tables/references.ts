import type Database from "better-sqlite3";
import { tableRefusals as texts } from "../../contract/admin-messages.ts";
import type { RowValues, TableRow } from "../../contract/tables.ts";
import { conflict } from "../../errors.ts";
import type { TableDefinition } from "./define-table.ts";
import { type Problems, toStored } from "./wire-values.ts";

type Sqlite = Pick<Database.Database, "prepare">;
type KeyValues = { values: RowValues; id?: number };

export function findLostReferences(
  sqlite: Sqlite,
  definition: TableDefinition,
  values: RowValues,
): Problems {
  const lost: Problems = new Map();
  for (const { name, field } of definition.columns.values()) {
    const value = values[name];
    if (field.readOnly || !field.reference || value === undefined || value === null) continue;
    const known = sqlite.prepare(`SELECT 1 FROM ${field.reference} WHERE id = ?`).get(value);
    if (!known) lost.set(name, texts.unknownReference(field.title));
  }
  return lost;
}

export function findTaken(
  sqlite: Sqlite,
  definition: TableDefinition,
  { values, id = 0 }: KeyValues,
): Problems {
  const taken: Problems = new Map();
  for (const key of uniqueKeysOf(sqlite, definition)) {
    if (!key.every((name) => (values[name] ?? null) !== null)) continue;
    const where = key.map((name) => `${name} = ?`).join(" AND ");
    const stored = key.map((name) => storedValue(definition, name, values));
    const other = sqlite
      .prepare(`SELECT 1 FROM ${definition.name} WHERE ${where} AND id <> ?`)
      .get(...stored, id);
    const column = definition.columns.get(key.at(-1) ?? "");
    if (other && column) taken.set(column.name, texts.taken(column.field.title));
  }
  return taken;
}

export function uniqueKeysOf(sqlite: Sqlite, definition: TableDefinition): string[][] {
  const known = uniqueKeys.get(definition) ?? readUniqueKeys(sqlite, definition);
  uniqueKeys.set(definition, known);
  return known;
}

const uniqueKeys = new WeakMap<TableDefinition, string[][]>();

function readUniqueKeys(sqlite: Sqlite, { name, columns }: TableDefinition): string[][] {
  const keys = sqlite
    .prepare(
      `SELECT json_group_array(info.name) FROM pragma_index_list(?) list
       JOIN pragma_index_info(list.name) info
       WHERE list."unique" = 1 AND list.partial = 0 GROUP BY list.name`,
    )
    .pluck()
    .all(name) as string[];
  return keys
    .map((key) => JSON.parse(key) as string[])
    .filter((key) => key.every((column) => columns.has(column)));
}

export function refuseIfNeeded(
  sqlite: Sqlite,
  { name }: TableDefinition,
  { id }: Pick<TableRow, "id">,
): void {
  for (const { from, column, action } of referencesTo(sqlite, name)) {
    if (action === "CASCADE") continue;
    const needs = sqlite.prepare(`SELECT 1 FROM ${from} WHERE ${column} = ? LIMIT 1`).get(id);
    if (needs) throw inUse(texts.needed(from.replaceAll("_", " ")));
  }
}

export const inUse = (message: string) => conflict(message, "in_use");

type Reference = { from: string; column: string; action: string };

function referencesTo(sqlite: Sqlite, table: string): Reference[] {
  return sqlite
    .prepare(
      `SELECT tables.name AS "from", keys."from" AS "column", keys.on_delete AS "action"
       FROM pragma_table_list tables JOIN pragma_foreign_key_list(tables.name) keys
       WHERE tables.schema = 'main' AND keys."table" = ?`,
    )
    .all(table) as Reference[];
}

function storedValue({ columns }: TableDefinition, name: string, values: RowValues): unknown {
  const column = columns.get(name);
  const value = column && toStored(column.kind, values[name] ?? null);
  return value instanceof Date ? value.getTime() : value;
}
