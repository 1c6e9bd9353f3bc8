import { getTableColumns } from "drizzle-orm";
import { tableRefusals as texts } from "./refusals.ts";
import {
  type FieldDefinition,
  fieldWording,
  type FormDefinition,
  findProblems,
  isFieldValue,
} from "../../contract/field-validation.ts";
import { withUnit } from "../../contract/formats.ts";
import { foldEmail } from "../../contract/email.ts";
import type { Kind } from "../../contract/list-query.ts";
import type { RowValues, TableRow, Value } from "../../contract/tables.ts";
import { readTime } from "../../contract/time.ts";
import { AppError } from "../../errors.ts";
import { type TableDefinition, schemaOf } from "./define-table.ts";
import type { TableColumn } from "./table-column.ts";

export type Problems = Map<string, string>;

type RowInput = { body: Record<string, unknown>; row?: TableRow };

/** Returns all values of a new row, or the changed values of `row`. Throws if any is invalid. */
export function readValues(definition: TableDefinition, input: RowInput): RowValues {
  const { values, problems } = validateValues(definition, input);
  if (problems.size > 0) throw invalidValues(problems);
  return values;
}

export function validateValues(
  definition: TableDefinition,
  { body, row }: RowInput,
): { values: RowValues; problems: Problems } {
  const problems: Problems = new Map();
  const sent: RowValues = {};
  for (const [name, value] of Object.entries(body)) {
    const column = definition.columns.get(name);
    if (!column || column.bulky) problems.set(name, texts.unknownField);
    else if (isFixed(column, row)) {
      if (!isAsStored(column, value, row)) problems.set(name, texts.fixed(column.field.title));
      // Skip validation, because an unchanged value may predate the rules.
    } else if (row && isSame(value, row[name])) continue;
    else sent[name] = normalizedOrDefault(definition, column, value);
  }
  const values = row ? changesOf(sent, row) : { ...emptyRow(definition), ...sent };
  for (const [name, problem] of valueProblems(definition, values, row)) {
    if (!problems.has(name)) problems.set(name, problem);
  }
  return { values, problems };
}

export function readForm(form: FormDefinition, body: Record<string, unknown>): RowValues {
  const values: RowValues = {};
  for (const [name, field] of Object.entries(form.properties)) {
    const value = normalized(field, body[name]);
    values[name] = typeof value === "string" ? value.trim() : value;
  }
  const problems = formProblems(form, values);
  for (const name of Object.keys(body)) {
    if (!Object.hasOwn(form.properties, name)) problems.set(name, texts.unknownField);
  }
  if (problems.size > 0) throw invalidValues(problems);
  return values;
}

export function invalidValues(problems: Problems): AppError {
  const errors = Object.fromEntries([...problems].map(([name, text]) => [name, [text]]));
  return new AppError("invalid", [...problems.values()][0] ?? "", { errors });
}

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

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

export function toStored(kind: Kind, value: Value): unknown {
  if (value === null || value === undefined) return null;
  if (kind === "time") return new Date(String(value));
  if (kind === "integer") return Number(value);
  return value;
}

function valueOf(kind: Kind, stored: unknown): Value {
  if (stored === null || stored === undefined) return null;
  if (kind === "boolean") return stored === 1;
  if (kind === "time") return new Date(Number(stored)).toISOString();
  if (kind === "list") return JSON.parse(String(stored)) as string[];
  return stored as string | number;
}

function isFixed({ field }: TableColumn, row: TableRow | undefined): boolean {
  return field.readOnly === true || (field.createOnly === true && row !== undefined);
}

/** Whether a read-only value is unchanged, and so allowed: clients may send back the whole row. */
function isAsStored(column: TableColumn, value: unknown, row: TableRow | undefined): boolean {
  const stored = row?.[column.name];
  return isSame(value, stored) || isSame(normalized(column.field, value), stored);
}

function normalizedOrDefault(
  definition: TableDefinition,
  column: TableColumn,
  value: unknown,
): Value {
  return normalized(column.field, value) ?? defaultOf(definition, column);
}

/** Converts a value to its field's type; invalid values are left to the validator. */
function normalized(field: FieldDefinition, value: unknown): Value {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") return value as Value;
  if (value.trim() === "") return null;
  const text = value.toWellFormed();
  if (field.format === "email") return foldEmail(text);
  const isNumber = field.type === "integer" || field.type === "number";
  if (!(isNumber || field.format === "date-time") || !isFieldValue(field, text)) return text;
  return isNumber ? Number(text) : readTime(text.trim()).toISOString();
}

function emptyRow(definition: TableDefinition): RowValues {
  const writable = [...definition.columns.values()].filter(({ field }) => !field.readOnly);
  return Object.fromEntries(
    writable.map((column) => [column.name, defaultOf(definition, column)] as const),
  );
}

function defaultOf({ table }: TableDefinition, { key, field, kind }: TableColumn): Value {
  const stored = key === undefined ? undefined : getTableColumns(table)[key];
  if (!stored?.notNull) return null;
  return (field.default as Value | undefined) ?? (kind === "list" ? [] : null);
}

function valueProblems(definition: TableDefinition, values: RowValues, row?: TableRow): Problems {
  const form = schemaOf(definition);
  const properties = Object.fromEntries(
    Object.entries(form.properties).filter(([name]) => name in values),
  );
  const found = formProblems({ ...form, properties }, values);
  if (found.size > 0) return found;
  const checks = definition.write.checks ?? [];
  const due = checks.filter(({ columns }) => columns.some((name) => name in values));
  return new Map(due.flatMap(({ find }) => Object.entries(find({ ...row, ...values }))));
}

function formProblems(form: FormDefinition, values: RowValues): Problems {
  const titles = Object.fromEntries(
    Object.entries(form.properties).map(([name, field]) => [name, withUnit(field.title, field)]),
  );
  const problems = Object.entries(findProblems({ ...form, titles }, values));
  const found: Problems = new Map(problems as [string, string][]);
  for (const [name, field] of Object.entries(form.properties)) {
    const fault = field.readOnly ? undefined : storageFault(field, values[name]);
    if (fault && !found.has(name)) found.set(name, `${field.title} ${fault}`);
  }
  return found;
}

/** Finds values that pass form validation but cannot be stored in SQLite. */
function storageFault({ type }: FieldDefinition, value: Value | undefined): string | undefined {
  if (typeof value === "number" && !Number.isSafeInteger(value)) return fieldWording.integer;
  if (type !== "array" || !Array.isArray(value)) return undefined;
  return value.every((item) => typeof item === "string") ? undefined : fieldWording.options;
}

function changesOf(sent: RowValues, row: TableRow): RowValues {
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => !isSame(value, row[name])),
  );
}
