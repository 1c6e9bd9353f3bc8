import type { TableField, TableRow, TableSchema, Value } from "../../../server/contract/tables.ts";
import type { Values } from "../offline/merge.ts";
import { wholeText } from "../kinds/kinds.ts";

export type Difference = { field: string; title: string; old: string | null; new: string | null };

type Row = Record<string, unknown>;

const BOOKKEEPING = new Set(["version", "created_at", "updated_at"]);

/** Returns the changed fields in schema order, followed by fields missing from the schema. */
export function differencesOf(
  schema: TableSchema,
  before: Row | null,
  after: Row | null,
): Difference[] {
  return Object.keys({ ...schema.properties, ...before, ...after })
    .filter((name) => !BOOKKEEPING.has(name) && !isEqual(before?.[name], after?.[name]))
    .map((name) => {
      const field = schema.properties[name];
      const [old = null, next = null] = [before, after].map((row) =>
        row ? valueText(field, row[name], row) : null,
      );
      return { field: name, title: field?.title ?? name, old, new: next };
    });
}

/** Formats a value of an earlier row; null if empty. Old rows may have unknown columns. */
export function valueText(field: TableField | undefined, value: unknown, row: Row): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.join("\n");
  if (typeof value === "object") return JSON.stringify(value);
  return field ? wholeText(field, value as Value, row) : String(value);
}

/** Returns the editable fields of an old version that differ from the current row. */
export function valuesToRestore(schema: TableSchema, current: TableRow, version: Row): Values {
  const values: Values = {};
  for (const [name, field] of Object.entries(schema.properties)) {
    const value = version[name] as Value | undefined;
    if (field.readOnly || field.createOnly || value === undefined) continue;
    if (!isEqual(current[name], value)) values[name] = value;
  }
  return values;
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
