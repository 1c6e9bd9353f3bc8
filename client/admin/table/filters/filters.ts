import {
  type Operator,
  OPERATORS,
  type TableField,
  type TableSchema,
} from "../../../../server/contract/tables.ts";
import type { ListSearch } from "../../data/api.ts";
import { filtersOf, type TableSearch } from "../table-search.ts";

/** One condition on a list. Its value is the text in the URL; `in` separates values by commas. */
export type Filter = { field: string; operator: Operator; value: string };

/** A filter as text: "Price" ">" "1900". */
type FilterText = { title: string; verb: string; value: string };

/** Which input a field gets, and how its values are compared. */
export type FilterKind = "text" | "number" | "choice" | "boolean" | "time" | "reference";

export function filterKindOf(field: TableField): FilterKind {
  if (field.reference) return "reference";
  if (field.type === "boolean") return "boolean";
  if (field.type === "array") return "text";
  if (field.format === "date-time" || field.format === "date") return "time";
  if (field.enum) return "choice";
  return field.type === "string" ? "text" : "number";
}

/** Parses the filters of a URL. Those of unknown fields are included, so that they can be removed. */
export function readFilters(schema: TableSchema, search: TableSearch): Filter[] {
  return Object.entries(filtersOf(search))
    .filter(([, value]) => value.trim() !== "")
    .map(([key, value]) => ({ ...readKey(schema, key), value: value.trim() }));
}

/** Filters as query parameters; blank ones are dropped. */
export function filterQuery(schema: TableSchema, filters: readonly Filter[]): ListSearch {
  const filled = filters.filter(({ value }) => value.trim() !== "");
  return Object.fromEntries(filled.map((filter) => [keyOf(schema, filter), filter.value.trim()]));
}

/** Sets one filter; an empty value removes it. */
export function setFilter(filters: readonly Filter[], filter: Filter): Filter[] {
  const at = filters.findIndex((each) => isSame(each, filter));
  if (filter.value.trim() === "") return filters.filter((_, index) => index !== at);
  return at === -1 ? [...filters, filter] : filters.with(at, filter);
}

/** The value of a field's first filter with one of these operators, or "". */
export function valueOf(
  filters: readonly Filter[],
  field: string,
  ...operators: Operator[]
): string {
  const found = operators.flatMap((operator) =>
    filters.filter((filter) => isSame(filter, { field, operator })),
  );
  return found[0]?.value ?? "";
}

/** A filter as text. References keep their id. */
export function filterText(
  schema: TableSchema,
  { field: name, operator, value }: Filter,
): FilterText {
  const field = schema.properties[name];
  const title = field?.title ?? name;
  if (operator === "isnull") {
    return { title, verb: value === "false" ? "is not empty" : "is empty", value: "" };
  }
  if (field && filterKindOf(field) === "time") return { title, ...timeText(operator, value) };
  const verb = VERBS[operator];
  if (operator === "contains") return { title, verb, value: `“${value}”` };
  const values = operator === "in" ? value.split(",") : [value];
  return { title, verb, value: values.map((each) => nameOf(field, each)).join(" or ") };
}

const VERBS: Record<Operator, string> = {
  eq: "is",
  ne: "is not",
  gt: ">",
  gte: "≥",
  lt: "<",
  lte: "≤",
  in: "is",
  contains: "contains",
  isnull: "is empty",
};

const TIME_VERBS: Partial<Record<Operator, string>> = {
  gt: "after",
  gte: "from",
  lt: "before",
  lte: "until",
};

/** The end of a range is exclusive in the URL and inclusive in the text. */
function timeText(operator: Operator, value: string): Omit<FilterText, "title"> {
  const time = new Date(value);
  const isDayStart =
    !Number.isNaN(time.getTime()) && startOf(localDay(time)) === time.toISOString();
  if (operator === "lt" && isDayStart) {
    return { verb: "until", value: dayBefore(localDay(time)) };
  }
  const verb = TIME_VERBS[operator] ?? VERBS[operator];
  if (isDayStart) return { verb, value: localDay(time) };
  return { verb, value: Number.isNaN(time.getTime()) ? value : time.toLocaleString() };
}

/** The display name of a choice or boolean; other values unchanged. */
export function nameOf(field: TableField | undefined, value: string): string {
  if (field?.type === "boolean") return value === "true" ? "yes" : "no";
  const at = field?.enum?.findIndex((each) => String(each) === value) ?? -1;
  return field?.enumNames?.[at] ?? value;
}

type FilterKey = Pick<Filter, "field" | "operator">;

function isSame(one: FilterKey, other: FilterKey): boolean {
  return one.field === other.field && one.operator === other.operator;
}

function readKey(schema: TableSchema, key: string): FilterKey {
  const at = key.lastIndexOf("__");
  const operator = OPERATORS.find((each) => each === key.slice(at + 2));
  if (at > 0 && operator) return { field: key.slice(0, at), operator };
  return { field: key, operator: defaultOperator(schema.properties[key]) };
}

function keyOf(schema: TableSchema, { field, operator }: FilterKey): string {
  return operator === defaultOperator(schema.properties[field]) ? field : `${field}__${operator}`;
}

/** The operator of a parameter without one: `contains` for texts and lists, else `eq`. */
function defaultOperator(field: TableField | undefined): Operator {
  if (!field || field.format?.startsWith("date")) return "eq";
  return field.type === "string" || field.type === "array" ? "contains" : "eq";
}

/** A day in the local calendar, as date inputs write it: "2026-11-22". */
export type Day = string;

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The start of a local day as ISO 8601; undefined for a day that does not exist. */
export function startOf(day: Day): string | undefined {
  if (!DAY.test(day)) return undefined;
  const start = new Date(`${day}T00:00:00`);
  return Number.isNaN(start.getTime()) || localDay(start) !== day ? undefined : start.toISOString();
}

export function localDay(time: Date): Day {
  const parts = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  return parts.map((part, at) => String(part).padStart(at === 0 ? 4 : 2, "0")).join("-");
}

export const dayAfter = (day: Day) => shifted(day, 1);
export const dayBefore = (day: Day) => shifted(day, -1);

function shifted(day: Day, days: number): Day {
  // In UTC, where every day has 24 hours.
  const time = Date.parse(`${day}T00:00:00Z`) + days * DAY_MS;
  return Number.isNaN(time) ? "" : new Date(time).toISOString().slice(0, day.length);
}
