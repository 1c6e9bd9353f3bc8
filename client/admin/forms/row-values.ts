import type { FormDefinition } from "../../../server/contract/field-validation.ts";
import type { TableField, TableRow, TableSchema, Value } from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import type { RowPart } from "../kinds/field-kind.ts";
import { questionOf, toTyped, toWire, typedProblem } from "../kinds/kinds.ts";
import { isTemporary } from "../offline/entry.ts";
import { isSame, type Values } from "../offline/merge.ts";

const UPLOAD_NAMES = /media_url|file_url/;

/** Form input: numbers as typed, times in the local time zone. */
export type Typed = Record<string, Value>;

export type RowFields = FormDefinition & Fields & { row?: TableRow };

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
  return { title: schema.title, properties, required, ...(row && { row }) };
}

/** Returns the columns missing from this device's copy of a row; empty for unsent rows. */
export function absentIn({ properties }: Fields, row?: TableRow): string[] {
  if (!row || isTemporary(row.id)) return [];
  return Object.keys(properties).filter((name) => !(name in row));
}
type Fields = { properties: Record<string, TableField> };

export function typedOf({ properties }: Fields, row?: TableRow): Typed {
  const entries = Object.entries(properties).map(
    ([name, field]) => [name, row ? (row[name] ?? null) : initialOf(field)] as const,
  );
  const context = row ?? Object.fromEntries(entries);
  const typed = entries.map(
    ([name, value]) => [name, toTyped(properties[name]!, value, context)] as const,
  );
  return Object.fromEntries(typed);
}

/** Returns the row as typed, with the columns that the form does not have. */
export function typedRow({ row }: Pick<RowFields, "row">, typed: Typed): RowPart {
  return { ...row, ...typed };
}

function initialOf(field: TableField): Value {
  if (field.default !== undefined) return field.default as Value;
  if (field.reference) return null;
  if (field.type === "boolean") return false;
  if (field.type === "array") return [];
  return field.type === "string" ? "" : 0;
}

export function changesOf(form: RowFields, before: Typed, after: Typed): Values {
  const [earlier, later] = [typedRow(form, before), typedRow(form, after)];
  const changes: Values = {};
  for (const [name, field] of Object.entries(form.properties)) {
    const value = toWire(field, after[name], later);
    if (!isSame(value, toWire(field, before[name], earlier))) changes[name] = value;
  }
  return changes;
}

/**
 * Validates a form and returns errors by field. With `changed`, validates only those fields,
 * because unchanged values may predate the rules.
 */
export function problemsOf(
  form: RowFields,
  typed: Typed,
  changed?: Values,
): Partial<Record<string, string>> {
  const row = typedRow(form, typed);
  const names = Object.keys(form.properties).filter((name) => !changed || name in changed);
  const problems = names.map((name) => [
    name,
    typedProblem(form, name, { typed: typed[name], row }),
  ]);
  return Object.fromEntries(problems.filter(([, problem]) => problem));
}

/** Describes changed input that may be a mistake. */
export function questionsOf(form: RowFields, typed: Typed, changed: Values): string[] {
  const row = typedRow(form, typed);
  return Object.keys(changed).flatMap((name) => {
    const field = form.properties[name];
    const change = { row, before: form.row?.[name] };
    return (field && questionOf(field, typed[name], change)) ?? [];
  });
}

/**
 * Returns the values of a new row. Omits empty values and untouched zeros in optional fields, so
 * that the table's defaults apply.
 */
export function rowOf(form: RowFields, typed: Typed): Values {
  const initial = typedOf(form);
  const valueOf = (name: string, values: Typed) =>
    toWire(form.properties[name]!, values[name], typedRow(form, values));
  const isUntouched = (name: string) =>
    typeof valueOf(name, initial) === "number" &&
    form.properties[name]?.default === undefined &&
    !form.required.includes(name) &&
    isSame(initial[name], typed[name]);
  const entries = Object.keys(form.properties)
    .filter((name) => !isUntouched(name))
    .map((name) => [name, valueOf(name, typed)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

export function isUpload(name: string): boolean {
  return UPLOAD_NAMES.test(name);
}

export function fieldLabel(name: string, { title }: Pick<TableField, "title">): string {
  return isUpload(name) ? title + adminWords.form.uploadSuffix : title;
}
