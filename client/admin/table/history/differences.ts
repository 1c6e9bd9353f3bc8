import type { TableField, TableSchema } from "../../../../server/contract/tables.ts";
import type { TableRow, Value } from "../../../../server/contract/tables.ts";
import type { Values } from "../../offline/merge.ts";
import { nameOf } from "../filters/filters.ts";

/** A field that a change has given another value, in words; null where there was none. */
export type Difference = { field: string; title: string; old: string | null; new: string | null };

type Row = Record<string, unknown>;

const ADMINISTRATOR = /^admin:(\d+)$/;

/** They change with every write and say nothing of it. */
const BOOKKEEPING = new Set(["version", "created_at", "updated_at"]);

/** What a change did to a row, field by field in the schema's order, then what no schema names. */
export function differencesOf(
  schema: TableSchema,
  before: Row | null,
  after: Row | null,
): Difference[] {
  const known = Object.keys(schema.properties);
  const others = Object.keys({ ...before, ...after }).filter((name) => !known.includes(name));
  return [...known, ...others]
    .filter((name) => !BOOKKEEPING.has(name) && !isEqual(before?.[name], after?.[name]))
    .map((name) => {
      const field = schema.properties[name];
      const title = field?.title ?? name;
      const [old, next] = [before, after].map((row) => valueText(field, row?.[name]));
      return { field: name, title, old: old ?? null, new: next ?? null };
    });
}

/** A value as a person reads it; null for none. */
export function valueText(field: TableField | undefined, value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? null : value.join("\n");
  if (typeof value === "object") return JSON.stringify(value);
  const text = String(value);
  if (field?.format === "date-time" && !Number.isNaN(Date.parse(text))) {
    return new Date(text).toLocaleString();
  }
  return nameOf(field, text);
}

/**
 * What has to be written so that a row is as it was at a version: fields that a form may change, and
 * that are different now. The rest (totals, sent times) is the shop's own and stays.
 */
export function valuesToRestore(schema: TableSchema, current: TableRow, version: Row): Values {
  const values: Values = {};
  for (const [name, field] of Object.entries(schema.properties)) {
    const value = version[name];
    if (field.readOnly || field.createOnly || !isValue(value)) continue;
    if (!isEqual(current[name], value)) values[name] = value;
  }
  return values;
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

function isValue(value: unknown): value is Value {
  if (value === null) return true;
  if (Array.isArray(value)) return value.every((each) => typeof each === "string");
  return ["string", "number", "boolean"].includes(typeof value);
}

/** Whether a change was made from the admin, where alone it can be undone. */
export function isAdministrator(actor: string): boolean {
  return ADMINISTRATOR.test(actor);
}

/** “admin:7” is “Administrator 7”; the shop's own words stay as they are. */
export function actorText(actor: string, userId?: number): string {
  const [, admin] = ADMINISTRATOR.exec(actor) ?? [];
  if (admin === undefined) return actor;
  return Number(admin) === userId ? "You" : `Administrator ${admin}`;
}
