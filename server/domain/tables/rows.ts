import type { Kind } from "../../contract/list-query.ts";
import type { TableRow, Value } from "../../contract/tables.ts";
import type { TableDefinition } from "./define-table.ts";

export function selectOf({ columns, from }: TableDefinition): string {
  const listed = [...columns.values()].filter(({ bulky }) => !bulky);
  return `SELECT ${listed.map(({ name, sql }) => `${sql} AS ${name}`).join(", ")} FROM ${from}`;
}

export function toWire({ columns }: TableDefinition, stored: Record<string, unknown>): TableRow {
  const row: Record<string, Value> = {};
  for (const { name, kind } of columns.values()) {
    if (name in stored) row[name] = valueOf(kind, stored[name]);
  }
  return row as TableRow;
}

function valueOf(kind: Kind, stored: unknown): Value {
  if (stored === null || stored === undefined) return null;
  if (kind === "boolean") return stored === 1;
  if (kind === "time") return new Date(Number(stored)).toISOString();
  if (kind === "list") return JSON.parse(String(stored)) as string[];
  return stored as string | number;
}

export function toStored(kind: Kind, value: Value): unknown {
  if (value === null || value === undefined) return null;
  if (kind === "time") return new Date(String(value));
  if (kind === "integer") return Number(value);
  return value;
}
