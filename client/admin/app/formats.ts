import type { TableField, Value } from "../../../server/contract/tables.ts";
import { offlineWords } from "../../content/admin-device.ts";
import { outboxWords } from "../../content/admin-outbox.ts";
import { isTemporary } from "../offline/entry.ts";
import { adminWords } from "../../content/admin.ts";

const MOST_CHARACTERS = 50;
const DECIMALS = 2;
const QUIET_COLUMNS = new Set(["id", "version", "created_at", "updated_at"]);

const integers = new Intl.NumberFormat();
const decimals = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: DECIMALS,
  maximumFractionDigits: DECIMALS,
});
const days = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const times = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** Whether a column describes the row itself, and is hidden by default. */
export function isQuiet(name: string): boolean {
  return QUIET_COLUMNS.has(name);
}

/** A value for a cell, cut to 50 characters. */
export function cellText(field: TableField, value: Value | undefined): string {
  return cut(wholeText(field, value));
}

/** A value in full. */
export function wholeText(field: TableField, value: Value | undefined): string {
  if (value === undefined && field.private) return offlineWords.absent;
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "boolean") return value ? adminWords.table.yes : adminWords.table.no;
  if (typeof value === "number") return numberText(field, value);
  if (field.format === "date" || field.format === "date-time") return timeText(field, value);
  return nameOf(field, value) ?? value;
}

export function countText(count: number): string {
  return integers.format(count);
}

/** References are ids, so they have no thousands separators. */
function numberText(field: TableField, value: number): string {
  const name = nameOf(field, value);
  if (name !== undefined) return name;
  if (isTemporary(value)) return outboxWords.unsent;
  if (field.reference) return String(value);
  return field.type === "integer" ? integers.format(value) : decimals.format(value);
}

function timeText(field: TableField, value: string): string {
  const time = Date.parse(value);
  if (Number.isNaN(time)) return value;
  return (field.format === "date" ? days : times).format(time);
}

function nameOf({ enum: options, enumNames }: TableField, value: string | number) {
  const at = options?.indexOf(value) ?? -1;
  return at < 0 ? undefined : enumNames?.[at];
}

/** Cuts between characters, not between surrogates. */
function cut(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const characters = [...text];
  if (characters.length <= MOST_CHARACTERS) return text;
  return `${characters.slice(0, MOST_CHARACTERS).join("")}…`;
}
