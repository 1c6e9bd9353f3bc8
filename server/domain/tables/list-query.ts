import { foldText, sortKey } from "../../../db/text-keys.ts";
import { findMatchQuery } from "../../../db/search-index.ts";
import {
  type FindField,
  type Filter,
  type ListQuery,
  parseFilters,
  parseListQuery,
  type Query,
  type QueryProblems,
  type Sort,
} from "../../contract/list-query.ts";
import { AppError } from "../../errors.ts";
import type { TableDefinition } from "./define-table.ts";
import type { TableColumn } from "./table-column.ts";

export type Condition = { sql: string; params: (string | number)[] };

export function readListQuery(definition: TableDefinition, query: Query): ListQuery {
  const read = parseListQuery(findIn(definition), query);
  refuse(read.problems);
  return read.query;
}

export function readFilters(definition: TableDefinition, query: Query): Filter[] {
  const { filters, problems } = parseFilters(findIn(definition), query);
  refuse(problems);
  return filters;
}

const findIn =
  ({ columns }: TableDefinition): FindField =>
  (name) =>
    columns.get(name)?.field;

function refuse(problems: QueryProblems): void {
  const [text] = Object.values(problems).flat();
  if (text !== undefined) throw new AppError("invalid", text, { errors: problems });
}

export function whereOf(
  { name, columns }: TableDefinition,
  filters: readonly Filter[],
  among: readonly number[] | null = null,
): Condition {
  const conditions = filters.flatMap((filter) => {
    const column = columns.get(filter.column);
    return column ? [conditionOf(name, column, filter)] : [];
  });
  if (among) {
    const params = [JSON.stringify(among)];
    conditions.push({ sql: `${name}.id IN (SELECT value FROM json_each(?))`, params });
  }
  const sql = conditions.map((condition) => condition.sql).join(" AND ");
  return { sql: sql && `WHERE ${sql}`, params: conditions.flatMap(({ params }) => params) };
}

/** Returns the ORDER BY terms, newest first by default. The id makes the order deterministic. */
export function orderOf({ name, columns }: TableDefinition, sort: readonly Sort[]): string {
  // The id has the direction of the first column, so that the column's index gives the order.
  const [first = { direction: "desc" as const }] = sort;
  const terms = sort.flatMap(({ column, direction }) => {
    const sql = columns.get(column)?.sortSql;
    return sql ? [`${sql} ${direction}`] : [];
  });
  return [...terms, `${name}.id ${first.direction}`].join(", ");
}

const COMPARED = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

function conditionOf(table: string, column: TableColumn, { operator, value }: Filter): Condition {
  const { key, kind, sql, sortSql, isKeyed, isIndexed } = column;
  const params = Array.isArray(value) ? [JSON.stringify(value)] : [value];
  switch (operator) {
    case "eq":
      // No `= 1`: SQLite uses an index for a bare condition, but not for a comparison of its value.
      if (kind === "boolean" && key === undefined) {
        return { sql: value === 1 ? sql : `NOT ${sql}`, params: [] };
      }
      if (isKeyed) {
        return {
          sql: `${sortSql} = ? AND ${sql} = ?`,
          params: [sortKey(String(value)), ...params],
        };
      }
      return { sql: `${sql} = ?`, params };
    case "ne":
      return { sql: `${sql} IS NOT ?`, params };
    case "in":
      return { sql: `${sql} IN (SELECT value FROM json_each(?))`, params };
    case "isnull":
      return { sql: `${sql} IS ${value === 1 ? "" : "NOT "}NULL`, params: [] };
    case "contains": {
      if (isIndexed) return indexedContains(table, sql, String(value));
      if (kind !== "list") return contains(sql, String(value));
      const item = contains("value", String(value));
      return { ...item, sql: `EXISTS (SELECT 1 FROM json_each(${sql}) WHERE ${item.sql})` };
    }
    default:
      return { sql: `${sql} ${COMPARED[operator]} ?`, params };
  }
}

function indexedContains(table: string, column: string, value: string): Condition {
  const text = containsAny([column], value);
  const query = findMatchQuery(value);
  if (query === undefined) return text;
  const matches = `${table}.id IN (SELECT rowid FROM ${table}_texts WHERE ${table}_texts MATCH ?)`;
  return { sql: `${matches} AND ${text.sql}`, params: [query, ...text.params] };
}

/** Case-insensitive substring search in several columns. */
export function containsAny(columns: readonly string[], value: string): Condition {
  const texts = columns.map((sql) => contains(sql, value));
  return {
    sql: `(${texts.map(({ sql }) => sql).join(" OR ")})`,
    params: texts.flatMap(({ params }) => params),
  };
}

const LONGEST_PATTERN = 1000;

/** Case-insensitive substring search. Prefers LIKE, which is far faster than `fold_text`. */
function contains(sql: string, value: string): Condition {
  const part = foldText(value);
  const containsFolded = `instr(fold_text(${sql}), ?) > 0`;
  if (/[^ -~]/.test(part) || part.length > LONGEST_PATTERN)
    return { sql: containsFolded, params: [part] };
  const literal = part.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const like = String.raw`${sql} LIKE ? ESCAPE '\'`;
  // LIKE may match a letter without its combining accent, so also compare folded text for non-ASCII
  // values.
  const isPlain = `octet_length(${sql}) = length(${sql})`;
  return { sql: `${like} AND (${isPlain} OR ${containsFolded})`, params: [`%${literal}%`, part] };
}
