import type { TableField, TableRow, TableSchema, Value } from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import { adminOfflineWords } from "../../content/admin-device.ts";
import { outboxWords } from "../../content/admin-outbox.ts";
import { isTemporary } from "../offline/entry.ts";
import { countText, wholeTimeOf } from "../ui/formats.ts";

const MOST_CHARACTERS = 50;
const QUIET_COLUMNS = new Set(["id", "version", "created_at", "updated_at"]);

const decimals = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });

/** Returns a table's title, or its name with spaces if it has no title. */
export function tableLabel({ title, name }: Pick<TableSchema, "title" | "name">): string {
  return title || name.replace(/-schema$/, "").replaceAll("_", " ");
}

/** Returns the tables with a grid; the row of a single-row table has its own screen. */
export function listedTables(schemas: readonly TableSchema[]): TableSchema[] {
  return schemas.filter(({ isSingle }) => !isSingle);
}

/** Returns the singular of a table's title by removing the final letter. */
export function singularOf(schema: Pick<TableSchema, "title" | "name">): string {
  return tableLabel(schema).slice(0, -1);
}

/** Returns the name of a row: its label column, or if that is empty its table or its id. */
export function rowLabel(
  { label, title, isSingle }: Pick<TableSchema, "label" | "title" | "isSingle">,
  row: TableRow,
): string {
  const value = String(row[label] ?? "");
  if (value !== "") return value;
  return isSingle ? title : `#${row.id}`;
}

/** Reports whether a column is row metadata (id, version, timestamps), hidden by default. */
export function isQuiet(name: string): boolean {
  return QUIET_COLUMNS.has(name);
}

/** Formats a value for a grid cell, truncated to 50 characters. */
export function cellText(field: TableField, value: Value | undefined): string {
  const text = wholeText(field, value);
  // Split by code point, because a character can take two UTF-16 units.
  const characters = text.length > MOST_CHARACTERS ? [...text] : [];
  if (characters.length <= MOST_CHARACTERS) return text;
  return `${characters.slice(0, MOST_CHARACTERS).join("")}…`;
}

/** Formats a value without truncation. */
export function wholeText(field: TableField, value: Value | undefined): string {
  if (value === undefined && field.private) return adminOfflineWords.absent;
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "boolean") return value ? adminWords.table.yes : adminWords.table.no;
  const name = field.enumNames?.[field.enum?.indexOf(value) ?? -1];
  if (typeof value === "number") return name ?? numberText(field, value);
  const isTime = field.format === "date" || field.format === "date-time";
  if (!isTime) return name ?? value;
  if (Number.isNaN(Date.parse(value))) return value;
  return field.format === "date" ? dates.format(new Date(value)) : wholeTimeOf(value);
}

/** Formats a number; references are ids, so they get no thousands separators. */
function numberText({ type, reference }: TableField, value: number): string {
  if (isTemporary(value)) return outboxWords.unsent;
  if (reference) return String(value);
  return type === "integer" ? countText(value) : decimals.format(value);
}
