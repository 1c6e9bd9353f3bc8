import { findProblem, type FormDefinition } from "../../../server/contract/field-validation.ts";
import type { Format } from "../../../server/contract/formats.ts";
import type { TableField, Value } from "../../../server/contract/tables.ts";
import { adminOfflineWords } from "../../content/admin-device.ts";
import { boolean } from "./boolean.tsx";
import { choice, choices } from "./choice.tsx";
import { country, currency, language, timeZone } from "./code.tsx";
import { linesOf } from "./controls.tsx";
import type { FieldKind, RowPart, TypedChange } from "./field-kind.ts";
import { pdf } from "./pdf.tsx";
import { link } from "./link.tsx";
import { list } from "./list.tsx";
import { markdown } from "./markdown.tsx";
import { money } from "./money.tsx";
import { integer, number } from "./number.tsx";
import { picture } from "./picture.tsx";
import { reference } from "./reference.tsx";
import { state } from "./state.tsx";
import { email, lines, text } from "./text.tsx";
import { date, dateTime } from "./time.tsx";

/** Name of a kind of field. */
export type KindName =
  | Format
  | Exclude<TableField["type"], "array">
  | "lines"
  | "list"
  | "choice"
  | "choices"
  | "reference"
  | "picture"
  | "markdown"
  | "pdf";

/** Kinds of fields: those of columns with a format, then those that follow from the column. */
const KINDS: Record<KindName, FieldKind> = {
  email,
  url: link,
  money,
  state,
  date,
  "date-time": dateTime,
  country,
  currency,
  language,
  "time-zone": timeZone,

  string: text,
  lines,
  integer,
  number,
  boolean,
  list,
  choice,
  choices,
  reference,
  picture,
  markdown,
  pdf,
};

const MULTILINE_NAMES = /rich_text|form_data|description/;
const MOST_CHARACTERS = 50;

/** Returns the kind of a field; text for a type that this version of the app does not know. */
export function kindOf(field: TableField, name = ""): FieldKind {
  return findKind(field, name) ?? text;
}

/** Like `kindOf`; undefined for an unknown type. */
export function findKind(field: TableField, name = ""): FieldKind | undefined {
  const kinds: Partial<Record<string, FieldKind>> = KINDS;
  return kinds[kindName(field, name)];
}

/** Returns the name of a field's kind; its type if this version of the app does not know it. */
export function kindName(field: TableField, name: string): string {
  const { type, widget, format, multiline = MULTILINE_NAMES.test(name) } = field;
  if (widget === "media") return "picture";
  if (widget === "file") return "pdf";
  if (widget === "markdown") return "markdown";
  // A newer server may have formats that this version of the app does not know.
  if (format && Object.hasOwn(KINDS, format)) return format;
  if (field.reference) return "reference";
  if (field.enum) return type === "array" ? "choices" : "choice";
  if (type === "array") return "list";
  return type === "string" && multiline ? "lines" : type;
}

/** Formats a value without truncation. */
export function wholeText(field: TableField, value: Value | undefined, row: RowPart = {}): string {
  if (value === undefined && field.private) return adminOfflineWords.absent;
  return value === null || value === undefined ? "" : kindOf(field).text(value, field, row);
}

/** Formats a value for a grid cell, truncated to 50 characters. */
export function cellText(field: TableField, value: Value | undefined, row?: RowPart): string {
  const text = wholeText(field, value, row);
  // Split by code point, because a character can take two UTF-16 units.
  const characters = text.length > MOST_CHARACTERS ? [...text] : [];
  if (characters.length <= MOST_CHARACTERS) return text;
  return `${characters.slice(0, MOST_CHARACTERS).join("")}…`;
}

/** Returns the text of a value in copied cells, which pasting it reads again. */
export function copyText(field: TableField, value: Value | undefined, row: RowPart = {}): string {
  if (value === null || value === undefined) return "";
  const plain = Array.isArray(value) ? value.join("\n") : String(value);
  return kindOf(field).copy?.(value, field, row) ?? plain;
}

/** Converts a stored value to form input. */
export function toTyped(field: TableField, value: Value, row: RowPart = {}): Value {
  return value === null ? null : (kindOf(field).toTyped?.(value, field, row) ?? value);
}

/**
 * Converts form input or a pasted text to an API value; empty input becomes null. Text that cannot
 * be read stays a string, so that validation rejects it.
 */
export function toWire(field: TableField, typed: Value | undefined, row: RowPart = {}): Value {
  if (typed === undefined || typed === null) return null;
  if (Array.isArray(typed)) return typed.map((line) => line.trim()).filter(Boolean);
  if (typeof typed !== "string") return typed;
  if (field.type === "array") return toWire(field, linesOf(typed));
  return typed.trim() === "" ? null : (kindOf(field).read?.(typed, field, row) ?? typed);
}

type FieldsForm<Name extends string> = FormDefinition<Name> & {
  properties: Record<Name, TableField>;
};

/** Validates form input of one field. */
export function typedProblem<Name extends string>(
  form: FieldsForm<Name>,
  name: Name,
  { typed, row }: { typed: Value | undefined; row: RowPart },
): string | undefined {
  return valueProblem(form, name, { value: toWire(form.properties[name], typed, row), row });
}

/** Validates a value that `toWire` returned. */
export function valueProblem<Name extends string>(
  form: FieldsForm<Name>,
  name: Name,
  { value, row }: { value: Value; row: RowPart },
): string | undefined {
  const field = form.properties[name];
  const fault = value === null ? undefined : findKind(field, name)?.findFault?.(value, field, row);
  return fault ? `${field.title} ${fault}` : findProblem(form, name, value);
}

/** Describes input that may be a mistake; undefined if there is nothing to confirm. */
export function questionOf(
  field: TableField,
  typed: Value | undefined,
  change: TypedChange,
): string | undefined {
  return typed === null || typed === undefined
    ? undefined
    : kindOf(field).question?.(typed, field, change);
}
