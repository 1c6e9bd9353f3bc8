import { getTableColumns } from "drizzle-orm";
import { tableRefusals as texts } from "../../contract/admin-messages.ts";
import {
  type FieldDefinition,
  type FormDefinition,
  findProblem,
  findProblems,
} from "../../contract/field-validation.ts";
import { foldEmail } from "../../contract/email.ts";
import type { TableRow, Value } from "../../contract/tables.ts";
import { readTime } from "../../contract/time.ts";
import { fieldWording } from "../../contract/field-validation.ts";
import { AppError } from "../../errors.ts";
import type { TableColumn, TableDefinition } from "./define-table.ts";
import { schemaOf } from "./schema.ts";

/** Column values as they stand on the wire. */
export type Values = Record<string, Value>;

/** What is wrong with values, by field. */
export type Problems = Map<string, string>;

/** A new row is asked for when there is none to change. */
type Asked = { body: Record<string, unknown>; row?: TableRow };

/**
 * What a body asks to be stored: of a new row the values of all its columns, of a row that exists those
 * that would change. Throws AppError `invalid` with a text for each field that breaks a rule.
 */
export function readValues(definition: TableDefinition, asked: Asked): Values {
  const { values, problems } = judgeValues(definition, asked);
  if (problems.size > 0) throw invalidValues(problems);
  return values;
}

/** The same, telling what is wrong instead of throwing it. */
export function judgeValues(
  definition: TableDefinition,
  { body, row }: Asked,
): { values: Values; problems: Problems } {
  const problems: Problems = new Map();
  const sent: Values = {};
  for (const [name, value] of Object.entries(body)) {
    const column = definition.columns.get(name);
    if (!column || column.bulky) problems.set(name, texts.unknownField);
    else if (isFixed(column, row)) {
      if (!isAsStored(column, value, row)) problems.set(name, texts.fixed(column.field.title));
    } else if (isStoredAlready(value, row?.[name])) continue;
    else sent[name] = tidy(definition, column, value);
  }
  const values = row ? changesOf(sent, row) : { ...emptyRow(definition), ...sent };
  for (const [name, problem] of valueProblems(definition, values, row)) {
    if (!problems.has(name)) problems.set(name, problem);
  }
  return { values, problems };
}

/**
 * The values of a form that is no row's, by the same rules; what was left out is null. Throws AppError
 * `invalid` with a text for each field that breaks a rule or is unknown.
 */
export function readForm(form: FormDefinition, given: Record<string, unknown>): Values {
  const values: Values = {};
  for (const [name, field] of Object.entries(form.properties)) {
    const value = plain(field, given[name]);
    values[name] = typeof value === "string" ? value.trim() : value;
  }
  const problems = formProblems(form, values);
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(form.properties, name)) problems.set(name, texts.unknownField);
  }
  if (problems.size > 0) throw invalidValues(problems);
  return values;
}

export function invalidValues(problems: Problems): AppError {
  const errors = Object.fromEntries([...problems].map(([name, text]) => [name, [text]]));
  return new AppError("invalid", [...problems.values()][0] ?? "", { errors });
}

/** Says whether two values of the wire are the same. */
export function isSame(a: Value | undefined, b: Value | undefined): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

function isFixed({ field }: TableColumn, row: TableRow | undefined): boolean {
  return field.readOnly === true || (field.createOnly === true && row !== undefined);
}

/** A client may send the whole row back; a new one has nothing in such columns. */
function isAsStored(column: TableColumn, value: unknown, row: TableRow | undefined): boolean {
  const stored = row?.[column.name];
  return isStoredAlready(value, stored) || isSame(plain(column.field, value), stored);
}

/** Such as spaces that would be nothing if they were sent anew. */
function isStoredAlready(value: unknown, stored: Value | undefined): boolean {
  return stored !== undefined && JSON.stringify(value) === JSON.stringify(stored);
}

/** A value as it is stored: blank is nothing, and nothing is the column's default. */
function tidy(definition: TableDefinition, column: TableColumn, value: unknown): Value {
  return plain(column.field, value) ?? defaultOf(definition, column);
}

/** A value in the one form that values of its field have; what has none is left for the validator. */
function plain(field: FieldDefinition, value: unknown): Value {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") return value as Value;
  if (value.trim() === "") return null;
  const text = value.toWellFormed();
  const isTime = field.format === "date-time";
  if (field.type === "string" && !isTime) return field.format === "email" ? foldEmail(text) : text;
  if (findProblem({ title: "", properties: { field }, required: [] }, "field", text)) return text;
  if (field.type === "integer" || field.type === "number") return Number(text);
  return isTime ? readTime(text.trim()).toISOString() : text;
}

function emptyRow(definition: TableDefinition): Values {
  const writable = [...definition.columns.values()].filter(({ field }) => !field.readOnly);
  return Object.fromEntries(
    writable.map((column) => [column.name, defaultOf(definition, column)] as const),
  );
}

/** What a column holds when it is told nothing. */
function defaultOf({ table }: TableDefinition, { key, field, kind }: TableColumn): Value {
  const stored = key === undefined ? undefined : getTableColumns(table)[key];
  if (!stored?.notNull) return null;
  return (field.default as Value | undefined) ?? (kind === "list" ? [] : null);
}

/**
 * Validates values before they are stored. Unchanged columns are skipped: they may predate the
 * rules or come from a payment.
 */
function valueProblems(definition: TableDefinition, values: Values, row?: TableRow): Problems {
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

function formProblems(form: FormDefinition, values: Values): Problems {
  const found: Problems = new Map(Object.entries(findProblems(form, values)) as [string, string][]);
  for (const [name, field] of Object.entries(form.properties)) {
    const fault = field.readOnly ? undefined : storageFault(field, values[name]);
    if (fault && !found.has(name)) found.set(name, `${field.title} ${fault}`);
  }
  return found;
}

/** What the form's rules let pass and SQLite does not hold. */
function storageFault({ type }: FieldDefinition, value: Value | undefined): string | undefined {
  if (typeof value === "number" && !Number.isSafeInteger(value)) return fieldWording.integer;
  if (type !== "array" || !Array.isArray(value)) return undefined;
  return value.every((item) => typeof item === "string") ? undefined : fieldWording.options;
}

function changesOf(sent: Values, row: TableRow): Values {
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => !isSame(value, row[name])),
  );
}
