import {
  type Filter,
  kindOf,
  type ListQuery,
  parseListQuery,
  type Sort,
  sortsAsWords,
} from "../../../server/contract/list-query.ts";
import type { TablePage, TableRow, TableSchema, Value } from "../../../server/contract/tables.ts";
import { foldText, sortKey } from "./list-texts.ts";

type ListInput = {
  schema: Pick<TableSchema, "properties">;
  rows: readonly TableRow[];
  search: Record<string, string>;
  /** Columns missing from this device's copy. */
  absent: ReadonlySet<string>;
  /** Returns all rows in one page. */
  isWhole?: boolean;
};

/** Value converted to a type that SQLite compares. */
type Plain = string | number | null;

/**
 * Filters, sorts and paginates a cached table, with the same result as the server. Returns
 * undefined if the query is invalid or uses a column missing from this device's copy.
 */
export function listRows({
  schema,
  rows,
  search,
  absent,
  isWhole = false,
}: ListInput): TablePage | undefined {
  const { properties } = schema;
  const find = (name: string) => (Object.hasOwn(properties, name) ? properties[name] : undefined);
  const { query, problems } = parseListQuery(find, search);
  const asked = [...query.filters, ...query.sort].map(({ column }) => column);
  if (Object.keys(problems).length > 0 || asked.some((name) => absent.has(name))) return undefined;
  const plainOf = (row: TableRow, column: string): Plain => {
    const field = find(column);
    return toPlain(row[column] ?? null, field !== undefined && kindOf(field) === "time");
  };
  const passing = rows.filter((row) =>
    query.filters.every((filter) =>
      filter.operator === "contains"
        ? contains(row[filter.column] ?? null, String(filter.value))
        : passes(plainOf(row, filter.column), filter),
    ),
  );
  const sortKeyOf = (row: TableRow, column: string): Plain => {
    const [plain, field] = [plainOf(row, column), find(column)];
    return typeof plain === "string" && field && sortsAsWords(field) ? sortKey(plain) : plain;
  };
  const limit = isWhole ? Math.max(passing.length, 1) : query.limit;
  return pageOf(sorted(passing, query.sort, sortKeyOf), { ...query, limit });
}

function pageOf(rows: TableRow[], { page, limit }: ListQuery): TablePage {
  const from = (page - 1) * limit;
  const total = rows.length;
  const totalPages = Math.ceil(total / limit);
  return { data: rows.slice(from, from + limit), page, limit, total, totalPages };
}

function toPlain(value: Value, isTime: boolean): Plain {
  if (value === null || Array.isArray(value)) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  return isTime ? Date.parse(String(value)) : value;
}

/** Implements the `contains` filter: ignores case; matches a list if one item matches. */
function contains(value: Value, part: string): boolean {
  const texts = Array.isArray(value) ? value : value === null ? [] : [String(value)];
  const folded = foldText(part);
  return texts.some((text) => foldText(text).includes(folded));
}

/** Evaluates a filter. Unlike in SQL, null passes `ne`. */
function passes(value: Plain, { operator, value: asked }: Filter): boolean {
  if (operator === "isnull") return (value === null) === (asked === 1);
  if (operator === "ne") return value !== asked;
  if (value === null) return false;
  if (Array.isArray(asked)) return asked.includes(value);
  const order = compare(value, asked);
  switch (operator) {
    case "gt":
      return order > 0;
    case "gte":
      return order >= 0;
    case "lt":
      return order < 0;
    case "lte":
      return order <= 0;
    default:
      return order === 0;
  }
}

/** Sorts rows, with the id as tie-breaker; newest first by default. */
function sorted(
  rows: TableRow[],
  sort: readonly Sort[],
  keyOf: (row: TableRow, column: string) => Plain,
): TableRow[] {
  const [first = { direction: "desc" as const }] = sort;
  const terms = [...sort, { column: "id", direction: first.direction }];
  const keyed = rows.map((row) => ({ row, keys: terms.map(({ column }) => keyOf(row, column)) }));
  keyed.sort((one, other) => {
    for (const [at, { direction }] of terms.entries()) {
      const order = compare(one.keys[at] ?? null, other.keys[at] ?? null);
      if (order !== 0) return direction === "asc" ? order : -order;
    }
    return 0;
  });
  return keyed.map(({ row }) => row);
}

/** Compares like SQLite: null first, strings by code point. */
function compare(one: Plain, other: Plain): number {
  if (one === other) return 0;
  if (one === null) return -1;
  if (other === null) return 1;
  if (typeof one === "string" && typeof other === "string") return compareTexts(one, other);
  return one < other ? -1 : 1;
}

/** Compares by code point: surrogate pairs come after all other characters. */
function compareTexts(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  if (at === one.length || at === other.length) return one.length - other.length;
  const [left, right] = [one.charCodeAt(at), other.charCodeAt(at)];
  const isHalf = (code: number) => code >= 0xd800 && code <= 0xdfff;
  return isHalf(left) === isHalf(right) ? left - right : isHalf(left) ? 1 : -1;
}
