import { foldText } from "../../../db/fold-text.ts";
import { sortKey } from "../../../db/sort-key.ts";
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
import type { TableColumn, TableDefinition } from "./define-table.ts";

/** A condition in SQL over the table's `from`, with the values of its question marks. */
export type Condition = { sql: string; params: (string | number)[] };

/**
 * The query of a list. Throws AppError `invalid`, with what is wrong by name, for a column that is
 * unknown or can't be asked that, and for a value that does not fit.
 */
export function readListQuery(definition: TableDefinition, query: Query): ListQuery {
  const read = parseListQuery(findIn(definition), query);
  refuse(read.problems);
  return read.query;
}

/** The filters of a query alone; throws as `readListQuery` does. */
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
    const sql = columns.get(column)?.sortSql;
    return sql ? [`${sql} ${word(direction)}`] : [];
  });
  return [...terms, `${name}.id ${word(first.direction)}`].join(", ");
}

const COMPARED = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/** Empty is unlike every value, so it passes `ne`, too. */
function conditionOf(column: TableColumn, { operator, value }: Filter): Condition {
  const { kind, sql, sortSql, isKeyed } = column;
  const params = Array.isArray(value) ? [JSON.stringify(value)] : [value];
  switch (operator) {
    case "eq":
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
  const holdsFolded = `instr(fold_text(${sql}), ?) > 0`;
  if (/[^ -~]/.test(part) || part.length > LONGEST_PATTERN)
    return { sql: holdsFolded, params: [part] };
  const literal = part.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const like = String.raw`${sql} LIKE ? ESCAPE '\'`;
  // For non-ASCII text the pattern can match a letter without its combining accent, so compare
  // exactly.
  const isPlain = `octet_length(${sql}) = length(${sql})`;
  return { sql: `${like} AND (${isPlain} OR ${holdsFolded})`, params: [`%${literal}%`, part] };
}
