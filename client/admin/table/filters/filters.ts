import {
  type Operator,
  OPERATORS,
  type TableField,
  type TableSchema,
} from "../../../../server/contract/tables.ts";
import type { ListSearch } from "../../data/api.ts";
import { filtersOf, type TableSearch } from "../table-search.ts";
import { dayBefore, dayOf, startsDay } from "./days.ts";

/** One condition on a list; its value stands as in the URL, `in` separates several by commas. */
export type Filter = { field: string; operator: Operator; value: string };

/** A filter as it is read: “Price” “>” “1900”. */
export type FilterWords = { title: string; verb: string; value: string };

/** What a field means to a filter: which inputs it gets, and how its values are compared. */
export type FilterKind = "text" | "number" | "choice" | "boolean" | "time" | "reference" | "list";

export function filterKindOf(field: TableField): FilterKind {
  if (field.reference) return "reference";
  if (field.type === "boolean") return "boolean";
  if (field.type === "array") return "list";
  if (field.format === "date-time" || field.format === "date") return "time";
  if (field.enum) return "choice";
  return field.type === "string" ? "text" : "number";
}

/** The fields of a table that can be filtered by, in the schema's order. */
export function filterableFields(schema: TableSchema): [name: string, field: TableField][] {
  return Object.entries(schema.properties).filter(([, field]) => field.operators.length > 0);
}

/** The filters that a table is looked at with; one of no known field stays, so that it can be removed. */
export function readFilters(schema: TableSchema, search: TableSearch): Filter[] {
  return Object.entries(filtersOf(search))
    .filter(([, value]) => value.trim() !== "")
    .map(([key, value]) => ({ ...readKey(schema, key), value: value.trim() }));
}

/** Filters as the calls take them; blank ones are dropped. */
export function filterQuery(schema: TableSchema, filters: readonly Filter[]): ListSearch {
  const given = filters.filter(({ value }) => value.trim() !== "");
  return Object.fromEntries(given.map((filter) => [keyOf(schema, filter), filter.value.trim()]));
}

/** The filters with one of them set; an empty value removes it. */
export function setFilter(filters: readonly Filter[], filter: Filter): Filter[] {
  const at = filters.findIndex((each) => isSame(each, filter));
  if (filter.value.trim() === "") return filters.filter((_, index) => index !== at);
  return at === -1 ? [...filters, filter] : filters.with(at, filter);
}

/** The value that a field is compared with in this way; empty when it is not. */
export function valueOf(
  filters: readonly Filter[],
  field: string,
  ...operators: Operator[]
): string {
  const found = operators.flatMap((operator) =>
    filters.filter((filter) => isSame(filter, { field, operator, value: "" })),
  );
  return found[0]?.value ?? "";
}

/** A filter in words. What a reference's id stands for is looked up by its caller. */
export function wordsOf(
  schema: TableSchema,
  { field: name, operator, value }: Filter,
): FilterWords {
  const field = schema.properties[name];
  const title = field?.title ?? name;
  if (operator === "isnull") {
    return { title, verb: value === "false" ? "is not empty" : "is empty", value: "" };
  }
  const kind = field ? filterKindOf(field) : "text";
  if (kind === "time") return { title, ...timeWords(operator, value) };
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

/** Ends are exclusive on the wire; people mean the whole last day. */
function timeWords(operator: Operator, value: string): Omit<FilterWords, "title"> {
  const verb = TIME_VERBS[operator] ?? VERBS[operator];
  if (operator === "lt" && startsDay(value)) {
    return { verb: "until", value: dayBefore(dayOf(value)) };
  }
  return { verb, value: startsDay(value) ? dayOf(value) : timeText(value) };
}

function timeText(value: string): string {
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? value : time.toLocaleString();
}

/** What a value is called: the name of a choice, yes and no. */
export function nameOf(field: TableField | undefined, value: string): string {
  if (field?.type === "boolean") return value === "true" ? "yes" : "no";
  const at = field?.enum?.findIndex((each) => String(each) === value) ?? -1;
  return field?.enumNames?.[at] ?? value;
}

function isSame(one: Filter, other: Filter): boolean {
  return one.field === other.field && one.operator === other.operator;
}

function readKey(schema: TableSchema, key: string): Pick<Filter, "field" | "operator"> {
  const at = key.lastIndexOf("__");
  const operator = OPERATORS.find((each) => each === key.slice(at + 2));
  if (at > 0 && operator) return { field: key.slice(0, at), operator };
  return { field: key, operator: plainOperator(schema.properties[key]) };
}

function keyOf(schema: TableSchema, { field, operator }: Filter): string {
  return operator === plainOperator(schema.properties[field]) ? field : `${field}__${operator}`;
}

/** What a field's bare name asks for: a part of a text or list, and any other type's very value. */
function plainOperator(field: TableField | undefined): Operator {
  if (!field || field.format?.startsWith("date")) return "eq";
  return field.type === "string" || field.type === "array" ? "contains" : "eq";
}
