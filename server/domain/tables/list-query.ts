import { foldText } from "../../../db/fold-text.ts";
import { listRefusals } from "../../contract/admin-messages.ts";
import { findProblem } from "../../contract/field-validation.ts";
import {
  MOST_ROWS_A_PAGE,
  type Operator,
  OPERATORS,
  PAGE_SIZE,
  QUERY_WORDS,
} from "../../contract/tables.ts";
import { AppError } from "../../errors.ts";
import type { TableColumn, TableDefinition } from "./define-table.ts";
import { readTime } from "./values.ts";

/** A query as it stands in a URL, each name with its values. */
export type Query = Record<string, string | readonly string[]>;

type Plain = string | number;

/** A condition on one column; its values are those that SQLite compares with. */
export type Filter = { column: string; operator: Operator; value: Plain | Plain[] };

export type Sort = { column: string; direction: "asc" | "desc" };

/** What is asked of a table, checked: data alone, so that it can be handed to a worker. */
export type ListQuery = { page: number; limit: number; sort: Sort[]; filters: Filter[] };

/** A condition in SQL over the table's `from`, with the values of its question marks. */
export type Condition = { sql: string; params: Plain[] };

const MOST_IN_A_LIST = 200;
/** SQLite takes a thousand conditions at most, and a form asks for a few. */
const MOST_FILTERS = 50;
const WHOLE_NUMBER = /^\d{1,15}$/;

/**
 * The query of a list. Blank values count as absent, a name that comes twice must hold twice. Throws
 * AppError `invalid`, with what is wrong by name, for a column that is unknown or can't be asked that,
 * and for a value that does not fit.
 */
export function readListQuery(definition: TableDefinition, query: Query): ListQuery {
  const problems = noProblems();
  const result = {
    page: readNumber(query, "page", { fallback: 1, most: Infinity }, problems),
    limit: readNumber(query, "limit", { fallback: PAGE_SIZE, most: MOST_ROWS_A_PAGE }, problems),
    sort: readSort(definition, query, problems),
    filters: collectFilters(definition, query, problems),
  };
  refuse(problems);
  return result;
}

/** The filters of a query alone; throws as `readListQuery` does. */
export function readFilters(definition: TableDefinition, query: Query): Filter[] {
  const problems = noProblems();
  const filters = collectFilters(definition, query, problems);
  refuse(problems);
  return filters;
}

/** All filters as one condition; "true" without any. */
export function whereOf({ columns }: TableDefinition, filters: readonly Filter[]): Condition {
  const conditions = filters.flatMap((filter) => {
    const column = columns.get(filter.column);
    return column ? [conditionOf(column, filter)] : [];
  });
  return {
    sql: conditions.map(({ sql }) => sql).join(" AND ") || "true",
    params: conditions.flatMap(({ params }) => params),
  };
}

/**
 * The order of a list, or that order backwards. The id at its end makes it the same each time; without
 * another order the newest come first.
 */
export function orderOf(
  { name, columns }: TableDefinition,
  sort: readonly Sort[],
  backwards = false,
): string {
  const word = (direction: Sort["direction"]) =>
    (direction === "asc") === backwards ? "DESC" : "ASC";
  // In the direction of the first column, so that its index, which ends with the id, gives the order.
  const [first = { direction: "desc" as const }] = sort;
  const terms = sort.flatMap(({ column, direction }) => {
    const sql = columns.get(column)?.sql;
    return sql ? [`${sql} ${word(direction)}`] : [];
  });
  return [...terms, `${name}.id ${word(first.direction)}`].join(", ");
}

type Problems = Record<string, string[]>;

/** By whatever names a query has, such as those that all objects know. */
const noProblems = (): Problems => Object.create(null) as Problems;

function refuse(problems: Problems): void {
  const [text] = Object.values(problems).flat();
  if (text !== undefined) throw new AppError("invalid", text, { errors: problems });
}

const valuesOf = (query: Query, name: string): string[] =>
  [query[name] ?? []].flat().filter((value) => value.trim() !== "");

function readNumber(
  query: Query,
  name: "page" | "limit",
  { fallback, most }: { fallback: number; most: number },
  problems: Problems,
): number {
  const values = valuesOf(query, name);
  const [text = String(fallback)] = values;
  const number = WHOLE_NUMBER.test(text) ? Number(text) : 0;
  if (values.length <= 1 && number >= 1 && number <= most) return number;
  problems[name] = [listRefusals[name]];
  return fallback;
}

function readSort({ columns }: TableDefinition, query: Query, problems: Problems): Sort[] {
  const sort = new Map<string, Sort>();
  for (const term of valuesOf(query, "sort").flatMap((value) => value.split(","))) {
    const [column = "", direction, ...rest] = term.trim().split(":");
    const isKnown = columns.get(column)?.field.sortable === true;
    if (!isKnown || (direction !== "asc" && direction !== "desc") || rest.length > 0) {
      problems["sort"] = [isKnown ? listRefusals.direction : listRefusals.sortColumn(column)];
    } else if (!sort.has(column)) {
      sort.set(column, { column, direction });
    }
  }
  return [...sort.values()];
}

function collectFilters(definition: TableDefinition, query: Query, problems: Problems): Filter[] {
  const names = Object.keys(query).filter((name) => !QUERY_WORDS.some((word) => word === name));
  const filters = names.flatMap((name) => {
    const asked = findAsked(definition, name);
    if (typeof asked === "string") problems[name] = [asked];
    else {
      const read = valuesOf(query, name).map((text) => readValue(asked, text));
      const texts = read.flatMap((value) => ("problem" in value ? [value.problem] : []));
      if (texts.length > 0) problems[name] = texts;
      return read.flatMap((value) =>
        "problem" in value
          ? []
          : [{ column: asked.column.name, operator: asked.operator, value: value.value }],
      );
    }
    return [];
  });
  const tooMany = filters[MOST_FILTERS];
  if (tooMany) problems[tooMany.column] ??= [listRefusals.tooManyFilters(MOST_FILTERS)];
  return filters;
}

type Asked = { column: TableColumn; operator: Operator };

/** What a name like "price__gte" asks for, or what is wrong with it. */
function findAsked({ columns }: TableDefinition, name: string): Asked | string {
  const [, columnName = name, word] = /^(.*)__(\w+)$/.exec(name) ?? [];
  const column = columns.get(columnName);
  if (!column || column.field.operators.length === 0) return listRefusals.filterColumn(name);
  const usual = column.kind === "text" || column.kind === "list" ? "contains" : "eq";
  const operator = word === undefined ? usual : OPERATORS.find((each) => each === word);
  if (!operator || !column.field.operators.includes(operator)) {
    return listRefusals.operator(column.field.title);
  }
  return { column, operator };
}

type Read<Value> = { value: Value } | { problem: string };

function readValue({ column, operator }: Asked, text: string): Read<Filter["value"]> {
  if (operator === "isnull") return readBoolean(column, text);
  if (operator === "contains") return { value: text };
  if (operator !== "in") return readPlain(column, text);
  const items = text.split(",").map((item) => item.trim());
  const given = items.filter((item) => item !== "");
  if (given.length === 0 || given.length > MOST_IN_A_LIST) {
    return { problem: listRefusals.tooMany(column.field.title, MOST_IN_A_LIST) };
  }
  const values: Plain[] = [];
  for (const item of given) {
    const read = readPlain(column, item);
    if ("problem" in read) return read;
    values.push(read.value);
  }
  return { value: values };
}

function readPlain(column: TableColumn, text: string): Read<Plain> {
  if (column.kind === "text") return { value: text };
  if (column.kind === "boolean") return readBoolean(column, text);
  const { type, title, format } = column.field;
  const form = { title, properties: { it: { type, title, ...(format && { format }) } } };
  const problem = findProblem({ ...form, required: [] }, "it", text.trim());
  if (problem) return { problem };
  const value = column.kind === "time" ? readTime(text.trim()).getTime() : Number(text);
  return Number.isSafeInteger(value) ? { value } : { problem: listRefusals.number(title) };
}

function readBoolean({ field }: TableColumn, text: string): Read<number> {
  const word = text.trim();
  if (word === "true" || word === "false") return { value: word === "true" ? 1 : 0 };
  return { problem: listRefusals.boolean(field.title) };
}

const COMPARED = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/** Empty is unlike every value, so it passes `ne`, too. */
function conditionOf({ kind, sql }: TableColumn, { operator, value }: Filter): Condition {
  const params = Array.isArray(value) ? [JSON.stringify(value)] : [value];
  switch (operator) {
    case "eq":
      return { sql: `${sql} = ?`, params };
    case "ne":
      return { sql: `${sql} IS NOT ?`, params };
    case "in":
      return { sql: `${sql} IN (SELECT value FROM json_each(?))`, params };
    case "isnull":
      return { sql: `${sql} IS ${value === 1 ? "" : "NOT "}NULL`, params: [] };
    case "contains": {
      if (kind !== "list") return holds(sql, String(value));
      const item = holds("value", String(value));
      return { ...item, sql: `EXISTS (SELECT 1 FROM json_each(${sql}) WHERE ${item.sql})` };
    }
    default:
      return { sql: `${sql} ${COMPARED[operator]} ?`, params };
  }
}

/** A longer pattern than this is not for LIKE. */
const LONGEST_PATTERN = 1000;

/** Whether a text holds another, whatever the case. SQLite's own ways are far faster than ours. */
export function holds(sql: string, value: string): Condition {
  const part = foldText(value);
  if (/[^\0-\u007F]/.test(part)) return { sql: `instr(fold_text(${sql}), ?) > 0`, params: [part] };
  if (part.length > LONGEST_PATTERN || part.includes("\0")) {
    return { sql: `instr(lower(${sql}), ?) > 0`, params: [part] };
  }
  const literal = part.replaceAll(/[\\%_]/g, String.raw`\$&`);
  return { sql: String.raw`${sql} LIKE ? ESCAPE '\'`, params: [`%${literal}%`] };
}
