import {
  type Operator,
  OPERATORS,
  type TableField,
  type TableSchema,
} from "../../../server/contract/tables.ts";
import type { ListSearch } from "../url/table-search.ts";
import { filtersOf, type TableSearch } from "../url/table-search.ts";

/** One condition on a list. Its value is the text in the URL; `in` separates values by commas. */
export type Condition = { field: string; operator: Operator; value: string };

/** Conditions on a column by operator, in TanStack Table's filter format. */
export type FieldFilter = { id: string; value: Partial<Record<Operator, string>> };

type FilterText = { title: string; verb: string; value: string };

/** Returns the filter type of a field, which determines its input and operators. */
export function filterKindOf(field: TableField) {
  if (field.reference) return "reference";
  if (field.type === "boolean") return "boolean";
  if (field.type === "array") return "text";
  if (field.format === "date-time" || field.format === "date") return "time";
  if (field.enum) return "choice";
  return field.type === "string" ? "text" : "number";
}

/** Parses the filters in a URL. Includes unknown fields, so that the user can remove them. */
export function readFilters({ properties }: TableSchema, search: TableSearch): FieldFilter[] {
  const conditions = Object.entries(filtersOf(search)).map(([key, value]) => {
    const at = key.lastIndexOf("__");
    const named = at > 0 && OPERATORS.find((each) => each === key.slice(at + 2));
    const field = named ? key.slice(0, at) : key;
    return { field, operator: named || defaultOperator(properties[field]), value };
  });
  return groupByField(conditions);
}

export function filterQuery({ properties }: TableSchema, filters: readonly FieldFilter[]) {
  const entries = conditionsOf(filters).map(({ field, operator, value }) => [
    operator === defaultOperator(properties[field]) ? field : `${field}__${operator}`,
    value,
  ]);
  return Object.fromEntries(entries) as ListSearch;
}

/** Groups conditions by field; drops blank ones. */
export function groupByField(conditions: readonly Condition[]): FieldFilter[] {
  const filled = conditions.filter(({ value }) => value.trim() !== "");
  return [...Map.groupBy(filled, ({ field }) => field)].map(([id, group]) => ({
    id,
    value: Object.fromEntries(group.map(({ operator, value }) => [operator, value.trim()])),
  }));
}

export function conditionsOf(filters: readonly FieldFilter[]): Condition[] {
  return filters.flatMap(({ id, value }) =>
    OPERATORS.flatMap((operator) =>
      value[operator]?.trim() ? [{ field: id, operator, value: value[operator].trim() }] : [],
    ),
  );
}

/** Default operator of a filter: `contains` for texts and lists, else `eq`. */
function defaultOperator(field: TableField | undefined): Operator {
  if (!field || field.format?.startsWith("date")) return "eq";
  return field.type === "string" || field.type === "array" ? "contains" : "eq";
}

/** Describes a condition in words. References are shown by id. */
export function filterText(
  schema: TableSchema,
  { field: name, operator, value }: Condition,
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
const TIME_VERBS = { ...VERBS, gt: "after", gte: "from", lt: "before", lte: "until" };

/** Formats a time condition. An exclusive end in the URL is shown as an inclusive day. */
function timeText(operator: Operator, value: string): Omit<FilterText, "title"> {
  const time = new Date(value);
  const verb = TIME_VERBS[operator];
  if (Number.isNaN(time.getTime())) return { verb, value };
  const day = localDay(time);
  if (startOf(day) !== time.toISOString()) return { verb, value: time.toLocaleString() };
  return operator === "lt" ? { verb: "until", value: addDays(day, -1) } : { verb, value: day };
}

/** Returns the display name of an enum or boolean value; other values unchanged. */
export function nameOf(field: TableField | undefined, value: string): string {
  if (field?.type === "boolean") return value === "true" ? "yes" : "no";
  const at = field?.enum?.findIndex((each) => String(each) === value) ?? -1;
  return field?.enumNames?.[at] ?? value;
}

/** Local date in the format of date inputs: "2026-11-22". */
export type Day = string;

const DAY_MS = 86_400_000;

/** Returns the start of a local day in ISO 8601; undefined for invalid dates. */
export function startOf(day: Day): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const start = new Date(`${day}T00:00:00`);
  return Number.isNaN(start.getTime()) || localDay(start) !== day ? undefined : start.toISOString();
}

export function localDay(time: Date): Day {
  const parts = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  return parts.map((part, at) => String(part).padStart(at === 0 ? 4 : 2, "0")).join("-");
}

/** Adds days to a date; returns "" if the date is invalid. */
export function addDays(day: Day, days: number): Day {
  // In UTC, where every day has 24 hours.
  const time = Date.parse(`${day}T00:00:00Z`) + days * DAY_MS;
  return Number.isNaN(time) ? "" : new Date(time).toISOString().slice(0, day.length);
}
