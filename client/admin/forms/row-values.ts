import {
  findProblems,
  type FormDefinition,
  isFieldValue,
  readNumber,
} from "../../../server/contract/field-validation.ts";
import type { TableField, TableRow, TableSchema, Value } from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import { isTemporary } from "../offline/entry.ts";
import { isSame, type Values } from "../offline/merge.ts";

/** Props of a form field without its label. */
export type FieldPart = {
  id: string;
  name: string;
  field: TableField;
  value: Value;
  onChange: (value: Value) => void;
  invalid: boolean;
  describedBy: string | undefined;
  disabled: boolean;
  /** Accessible name of a field without a visible label. */
  label?: string;
  required?: boolean;
  onUploading?: ((name: string, isRunning: boolean) => void) | undefined;
};

const MULTILINE_NAMES = /rich_text|form_data|description/;
const UPLOAD_NAMES = /media_url|file_url/;
const ISO_MINUTES = 16;
/** Last day of date inputs: without it, browsers take years of six digits. */
export const LAST_DAY = "9999-12-31";

/** Form input: numbers as typed, times in the local time zone. */
export type Typed = Record<string, Value>;

export type RowFields = FormDefinition & Fields;

/**
 * Returns the editable fields of a row, without columns that are missing from this device's copy or
 * set by the environment.
 */
export function formOf(schema: TableSchema, row?: TableRow): RowFields {
  const left = new Set([...absentIn(schema, row), ...Object.keys(schema.setByEnvironment ?? {})]);
  const properties = Object.fromEntries(
    Object.entries(schema.properties).filter(
      ([name, { readOnly, createOnly }]) => !readOnly && !(row && createOnly) && !left.has(name),
    ),
  );
  const required = schema.required.filter((name) => !left.has(name));
  return { title: schema.title, properties, required };
}

/** Returns the columns missing from this device's copy of a row; empty for unsent rows. */
export function absentIn({ properties }: Fields, row?: TableRow): string[] {
  if (!row || isTemporary(row.id)) return [];
  return Object.keys(properties).filter((name) => !(name in row));
}
type Fields = { properties: Record<string, TableField> };

export function typedOf({ properties }: Fields, row?: TableRow): Typed {
  const entries = Object.entries(properties).map(([name, field]) => [
    name,
    toTyped(field, row ? (row[name] ?? null) : initialOf(field)),
  ]);
  return Object.fromEntries(entries) as Typed;
}

function initialOf(field: TableField): Value {
  if (field.default !== undefined) return field.default as Value;
  if (field.reference) return null;
  if (field.type === "boolean") return false;
  if (field.type === "array") return [];
  return field.type === "string" ? "" : 0;
}

export function toTyped(field: TableField, value: Value): Value {
  if (field.format !== "date-time" || typeof value !== "string") return value;
  const time = Date.parse(value);
  return Number.isNaN(time) ? value : localMinutes(new Date(time));
}

/**
 * Converts form input to an API value; empty input becomes null. Invalid numbers and times stay
 * strings, so that validation rejects them.
 */
export function toWire(field: TableField, typed: Value | undefined): Value {
  if (typed === undefined || typed === null) return null;
  if (Array.isArray(typed)) return typed.map((line) => line.trim()).filter(Boolean);
  if (typeof typed !== "string") return typed;
  if (typed.trim() === "") return null;
  if (field.type === "integer" || field.type === "number") {
    return readNumber(field.type, typed) ?? typed;
  }
  const isTime = field.format === "date-time" && isFieldValue(field, typed);
  return isTime ? new Date(typed).toISOString() : typed;
}

export function changesOf({ properties }: Fields, before: Typed, after: Typed): Values {
  const changes: Values = {};
  for (const [name, field] of Object.entries(properties)) {
    const value = toWire(field, after[name]);
    if (!isSame(value, toWire(field, before[name]))) changes[name] = value;
  }
  return changes;
}

/**
 * Validates a form and returns errors by field. With `changed`, validates only those fields,
 * because unchanged values may predate the rules. Ignores empty lines in lists.
 */
export function problemsOf(
  form: RowFields,
  typed: Typed,
  changed?: Values,
): Partial<Record<string, string>> {
  const names = Object.keys(form.properties).filter((name) => !changed || name in changed);
  const properties = Object.fromEntries(names.map((name) => [name, form.properties[name]!]));
  const values = names.map((name) => [name, withoutBlanks(typed[name])]);
  return findProblems({ ...form, properties }, Object.fromEntries(values));
}

function withoutBlanks(value: Value | undefined): Value | undefined {
  return Array.isArray(value) ? value.filter((line) => line.trim() !== "") : value;
}

/**
 * Returns the values of a new row. Omits empty values and untouched zeros in optional fields, so
 * that the table's defaults apply.
 */
export function rowOf(form: RowFields, typed: Typed): Values {
  const initial = typedOf(form);
  const isUntouched = (name: string) =>
    typeof initial[name] === "number" &&
    form.properties[name]?.default === undefined &&
    !form.required.includes(name) &&
    isSame(initial[name], typed[name]);
  const entries = Object.entries(form.properties)
    .filter(([name]) => !isUntouched(name))
    .map(([name, field]) => [name, toWire(field, typed[name])]);
  return Object.fromEntries(entries.filter(([, value]) => value !== null)) as Values;
}

export function isMultiline(name: string, { multiline, type, widget }: TableField): boolean {
  if (type === "array") return widget !== undefined;
  return type === "string" && (multiline === true || MULTILINE_NAMES.test(name));
}

export function isUpload(name: string): boolean {
  return UPLOAD_NAMES.test(name);
}

export function fieldLabel(name: string, { title }: Pick<TableField, "title">): string {
  return isUpload(name) ? title + adminWords.form.uploadSuffix : title;
}

function localMinutes(time: Date): string {
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, ISO_MINUTES);
}

export function linesOf(text: string): string[] {
  return text === "" ? [] : text.split("\n");
}
