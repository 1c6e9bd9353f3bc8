import { type Format, rulesOf } from "./formats.ts";
import type { StateSubject } from "./states.ts";

/** Texts of validation errors for the owner, in English. Each follows the field's title. */
export const fieldWording = {
  required: "is required",
  boolean: "must be a boolean",
  number: "must be a number",
  integer: "must be an integer",
  minimum: (least: number) => `cannot be less than ${least}`,
  maximum: (most: number) => `cannot be greater than ${most}`,
  string: "must be a string",
  email: "is not a valid email",
  date: "must be a valid date",
  minLength: (least: number) => `must be at least ${least} characters`,
  maxLength: (most: number) => `cannot exceed ${most} characters`,
  array: "must be an array",
  options: "contains invalid options",
  pattern: "is not valid",
  enum: "must be one of the valid options",
} as const;

/** Texts of validation errors in any language. */
export type FieldWording = {
  [Fault in keyof typeof fieldWording]: (typeof fieldWording)[Fault] extends string
    ? string
    : (limit: number) => string;
};

export type FieldDefinition = {
  type: "string" | "number" | "integer" | "boolean" | "array";
  title: string;
  description?: string;
  format?: Format;
  /** Time zone in which a time is shown and typed; without it, that of the device. */
  timeZone?: string;
  /** Currency of an amount: the column of the row that has its code, or the code. */
  currency?: { column: string } | { code: string };
  /** Subject of the states that a column has. */
  states?: StateSubject;
  /** Allowed values; for an array, allowed elements. */
  enum?: readonly (string | number)[];
  enumNames?: readonly string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  default?: unknown;
  readOnly?: boolean;
  multiline?: boolean;
  rows?: number;
  cols?: number;
};

export type FormDefinition<Name extends string = string> = {
  title: string;
  properties: Record<Name, FieldDefinition>;
  required: readonly Name[];
  /** Titles and errors for visitors; they default to the fields' titles and `fieldWording`. */
  titles?: Record<Name, string>;
  wording?: FieldWording;
};

/** Pattern that excludes line breaks and other control characters, for values used in mails. */
export const ONE_LINE = "^[^\\p{Cc}\\u2028\\u2029]*$";

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
const DIGITS = /^[+-]?\d+$/;

export function findProblems<Name extends string>(
  form: FormDefinition<Name>,
  values: Partial<Record<Name, unknown>>,
): Partial<Record<Name, string>> {
  const problems: Partial<Record<Name, string>> = {};
  for (const name of Object.keys(form.properties) as Name[]) {
    if (form.properties[name].readOnly) continue;
    const problem = findProblem(form, name, values[name]);
    if (problem) problems[name] = problem;
  }
  return problems;
}

export function findProblem<Name extends string>(
  form: FormDefinition<Name>,
  name: Name,
  value: unknown,
): string | undefined {
  const field = form.properties[name];
  const { required, wording = fieldWording } = form;
  const fault = faultOf(field, value, { required: required.includes(name), wording });
  return fault && `${form.titles?.[name] ?? field.title} ${fault}`;
}

type FieldRules = { required: boolean; wording: FieldWording };

function faultOf(
  field: FieldDefinition,
  value: unknown,
  { required, wording }: FieldRules,
): string | undefined {
  if (isEmpty(field, value)) return required ? wording.required : undefined;
  switch (field.type) {
    case "boolean":
      return typeof value === "boolean" ? undefined : wording.boolean;
    case "number":
    case "integer":
      return numberFault(field, value);
    case "array":
      return arrayFault(field, value);
    case "string":
      return typeof value === "string" ? stringFault(field, value, wording) : wording.string;
  }
}

/** Whether a value is empty. False and 0 are not; an empty list is, if the field is an array. */
function isEmpty({ type }: FieldDefinition, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "string") return value.trim() === "";
  return type === "array" && Array.isArray(value) && value.length === 0;
}

/** Whether a value is empty or fits its field. */
export function isFieldValue(field: FieldDefinition, value: unknown): boolean {
  return faultOf(field, value, { required: false, wording: fieldWording }) === undefined;
}

/** Returns a field of a posted form, trimmed; empty when missing. */
export function postedText(texts: Record<string, string>, name: string): string {
  return (texts[name] ?? "").toWellFormed().trim();
}

/**
 * Parses a number as typed. An integer is digits with an optional sign: "99.00" typed into an
 * amount in cents would otherwise become 99 cents.
 */
export function readNumber(type: FieldDefinition["type"], text: string): number | undefined {
  return (type === "integer" ? DIGITS : DECIMAL).test(text.trim()) ? Number(text) : undefined;
}

/** Validates a number, also as text, because inputs send text. */
function numberFault(field: FieldDefinition, value: unknown): string | undefined {
  const number = typeof value === "string" ? readNumber("number", value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return fieldWording.number;
  const isInteger = typeof value === "string" ? DIGITS.test(value.trim()) : Number.isInteger(value);
  if (field.type === "integer" && !isInteger) return fieldWording.integer;
  const { minimum = -Infinity, maximum = Infinity } = field;
  if (number < minimum) return fieldWording.minimum(minimum);
  return number > maximum ? fieldWording.maximum(maximum) : undefined;
}

function arrayFault(field: FieldDefinition, value: unknown): string | undefined {
  if (!Array.isArray(value)) return fieldWording.array;
  const { enum: options } = field;
  return options && !value.every((item) => options.includes(item))
    ? fieldWording.options
    : undefined;
}

function stringFault(
  field: FieldDefinition,
  value: string,
  wording: FieldWording,
): string | undefined {
  const { findFault, hasOwnLength } = rulesOf(field.format);
  const lengthProblem = hasOwnLength ? undefined : lengthFault(field, value, wording);
  const fault = lengthProblem ?? findFault?.(value, wording);
  if (fault) return fault;
  if (field.pattern && !new RegExp(field.pattern, "u").test(value)) return wording.pattern;
  return field.enum && !field.enum.includes(value) ? wording.enum : undefined;
}

/** Validates the length in code points, so that an emoji counts as one character. */
function lengthFault(
  { minLength = 0, maxLength = Infinity }: FieldDefinition,
  value: string,
  wording: FieldWording,
): string | undefined {
  const length = lengthOf(value);
  if (length < minLength) return wording.minLength(minLength);
  return length > maxLength ? wording.maxLength(maxLength) : undefined;
}

export function lengthOf(text: string): number {
  return [...text].length;
}
