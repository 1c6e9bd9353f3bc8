import { withUnit } from "./formats.ts";
import { findProblem } from "./field-validation.ts";
import {
  MOST_ROWS_A_PAGE,
  type Operator,
  OPERATORS,
  PAGE_SIZE,
  QUERY_WORDS,
  type TableField,
} from "./tables.ts";
import { readTime } from "./time.ts";

export type Query = Record<string, string | readonly string[]>;

type Plain = string | number;

/** A condition on one column. Times are in milliseconds, booleans are 0 and 1. */
export type Filter = { column: string; operator: Operator; value: Plain | Plain[] };

export type Sort = { column: string; direction: "asc" | "desc" };

export type ListQuery = { page: number; limit: number; sort: Sort[]; filters: Filter[] };

export type Kind = "text" | "integer" | "boolean" | "time" | "list";

export type FindField = (name: string) => TableField | undefined;

/** Problems by query parameter. Has no prototype, because parameters can have any name. */
export type QueryProblems = Record<string, string[]>;

const listRefusals = {
  page: "The page must be a whole number, 1 or more.",
  limit: "The limit must be a whole number from 1 to 500.",
  sortColumn: (name: string) => `Rows can't be sorted by ${name}.`,
  direction: "Sort as column:asc or column:desc.",
  filterColumn: (name: string) => `Rows can't be filtered by ${name}.`,
  operator: (title: string) => `${title} can't be compared like that.`,
  tooMany: (title: string, most: number) => `${title} takes 1 to ${most} values.`,
  tooManyFilters: (most: number) => `At most ${most} filters can be used at once.`,
  number: (title: string) => `${title} is too large a number.`,
  boolean: (title: string) => `${title} must be true or false.`,
} as const;

const MOST_IN_A_LIST = 200;
/** Maximum number of filters, far below SQLite's limit of 1000 conditions. */
const MOST_FILTERS = 50;
const WHOLE_NUMBER = /^\d{1,15}$/;

export function kindOf({ type, format }: Pick<TableField, "type" | "format">): Kind {
  if (type === "array") return "list";
  if (type === "boolean") return "boolean";
  if (type === "string") return format === "date-time" ? "time" : "text";
  return "integer";
}

/** Whether a column sorts without case and accents; codes, choices, emails and URLs do not. */
export function sortsAsWords(field: TableField): boolean {
  return kindOf(field) === "text" && !field.enum && !field.format && !field.code;
}

export function parseListQuery(
  find: FindField,
  query: Query,
): { query: ListQuery; problems: QueryProblems } {
  const problems = noProblems();
  const result = {
    page: readNumber(query, "page", { fallback: 1, most: Infinity }, problems),
    limit: readNumber(query, "limit", { fallback: PAGE_SIZE, most: MOST_ROWS_A_PAGE }, problems),
    sort: readSort(find, query, problems),
    filters: collectFilters(find, query, problems),
  };
  return { query: result, problems };
}

export function parseFilters(
  find: FindField,
  query: Query,
): { filters: Filter[]; problems: QueryProblems } {
  const problems = noProblems();
  return { filters: collectFilters(find, query, problems), problems };
}

const noProblems = (): QueryProblems => Object.create(null) as QueryProblems;

const valuesOf = (query: Query, name: string): string[] =>
  [query[name] ?? []].flat().filter((value) => value.trim() !== "");

function readNumber(
  query: Query,
  name: "page" | "limit",
  { fallback, most }: { fallback: number; most: number },
  problems: QueryProblems,
): number {
  const values = valuesOf(query, name);
  const [text = String(fallback)] = values;
  const number = WHOLE_NUMBER.test(text) ? Number(text) : 0;
  if (values.length <= 1 && number >= 1 && number <= most) return number;
  problems[name] = [listRefusals[name]];
  return fallback;
}

function readSort(find: FindField, query: Query, problems: QueryProblems): Sort[] {
  const sort = new Map<string, Sort>();
  for (const term of valuesOf(query, "sort").flatMap((value) => value.split(","))) {
    const [column = "", direction, ...rest] = term.trim().split(":");
    const isKnown = find(column)?.sortable === true;
    if (!isKnown || (direction !== "asc" && direction !== "desc") || rest.length > 0) {
      problems["sort"] = [isKnown ? listRefusals.direction : listRefusals.sortColumn(column)];
    } else if (!sort.has(column)) {
      sort.set(column, { column, direction });
    }
  }
  return [...sort.values()];
}

function collectFilters(find: FindField, query: Query, problems: QueryProblems): Filter[] {
  const names = Object.keys(query).filter((name) => !QUERY_WORDS.some((word) => word === name));
  const filters = names.flatMap((name) => {
    const asked = findAsked(find, name);
    if (typeof asked === "string") problems[name] = [asked];
    else {
      const read = valuesOf(query, name).map((text) => readValue(asked, text));
      const texts = read.flatMap((value) => ("problem" in value ? [value.problem] : []));
      if (texts.length > 0) problems[name] = texts;
      return read.flatMap((value) =>
        "problem" in value
          ? []
          : [{ column: asked.column, operator: asked.operator, value: value.value }],
      );
    }
    return [];
  });
  const tooMany = filters[MOST_FILTERS];
  if (tooMany) problems[tooMany.column] ??= [listRefusals.tooManyFilters(MOST_FILTERS)];
  return filters;
}

/** Operator of a filter that names none: `contains` for texts and lists, else `eq`. */
export function usualOperator(field: TableField | undefined): Operator {
  return field?.operators.includes("contains") ? "contains" : "eq";
}

type Asked = { column: string; field: TableField; operator: Operator };

function findAsked(find: FindField, name: string): Asked | string {
  const [, column = name, word] = /^(.*)__(\w+)$/.exec(name) ?? [];
  const field = find(column);
  if (!field || field.operators.length === 0) return listRefusals.filterColumn(name);
  const operator =
    word === undefined ? usualOperator(field) : OPERATORS.find((each) => each === word);
  if (!operator || !field.operators.includes(operator)) return listRefusals.operator(field.title);
  return { column, field, operator };
}

type Read<Value> = { value: Value } | { problem: string };

function readValue({ field, operator }: Asked, text: string): Read<Filter["value"]> {
  if (operator === "isnull") return readBoolean(field, text);
  if (operator === "contains") return { value: text };
  if (operator !== "in") return readPlain(field, text);
  const items = text.split(",").map((item) => item.trim());
  const given = items.filter((item) => item !== "");
  if (given.length === 0 || given.length > MOST_IN_A_LIST) {
    return { problem: listRefusals.tooMany(field.title, MOST_IN_A_LIST) };
  }
  const values: Plain[] = [];
  for (const item of given) {
    const read = readPlain(field, item);
    if ("problem" in read) return read;
    values.push(read.value);
  }
  return { value: values };
}

function readPlain(field: TableField, text: string): Read<Plain> {
  const kind = kindOf(field);
  if (kind === "text") return { value: text };
  if (kind === "boolean") return readBoolean(field, text);
  const { type, title, format } = field;
  const it = { type, title: withUnit(title, field), ...(format && { format }) };
  const form = { title, properties: { it } };
  const problem = findProblem({ ...form, required: [] }, "it", text.trim());
  if (problem) return { problem };
  const value = kind === "time" ? readTime(text.trim()).getTime() : Number(text);
  return Number.isSafeInteger(value) ? { value } : { problem: listRefusals.number(title) };
}

function readBoolean(field: TableField, text: string): Read<number> {
  const word = text.trim();
  if (word === "true" || word === "false") return { value: word === "true" ? 1 : 0 };
  return { problem: listRefusals.boolean(field.title) };
}

/** Parses an integer or boolean cell; other notations ("2,4", "0x10") stay text for validation. */
export function readPlainCell(kind: Kind, cell: string): string | number | boolean {
  const text = cell.trim();
  if (kind === "integer") return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : text;
  const word = text.toLowerCase();
  return kind === "boolean" && (word === "true" || word === "false") ? word === "true" : text;
}
