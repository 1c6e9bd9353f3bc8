import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { isSearched } from "../../../db/search-index.ts";
import { SORT_KEY_COLUMNS } from "../../../db/text-keys.ts";
import { type Kind, sortsAsWords } from "../../contract/list-query.ts";
import { type Operator, OPERATORS, type TableField, type Value } from "../../contract/tables.ts";

/** Options of a column. Defaults are derived from the Drizzle column. */
export type ColumnRules = Partial<Omit<TableField, "type" | "operators" | "sortable">> & {
  readOnly?: true;
  required?: boolean;
  /** A change of an existing row's value needs a recent passkey check. */
  needsPasskeyCheck?: true;
  /** Excluded from lists because of its length; shown only in the row's history. */
  bulky?: true;
  /** The rows can be filtered by it, but it has no value: a boolean whose `sql` is a condition. */
  filterOnly?: true;
  /** SQL expression over `from`, for columns of joined tables. */
  sql?: string;
  kind?: Kind;
};

export type TableColumn = {
  /** SQL name, also used in the API and in CSV files. */
  name: string;
  key: string | undefined;
  kind: Kind;
  sql: string;
  sortSql: string;
  /** Whether `sortSql` is an indexed sort key, which also speeds up equality filters. */
  isKeyed: boolean;
  field: TableField;
  required: boolean;
  needsPasskeyCheck: boolean;
  bulky: boolean;
  isIndexed: boolean;
};

type StoredColumn = { key: string; column: SQLiteColumn };

/** Describes a column of a table by its rules and its Drizzle column, if it has one. */
export function describeColumn(
  path: string,
  rules: ColumnRules,
  stored: StoredColumn | undefined,
): TableColumn {
  const {
    required,
    needsPasskeyCheck = false,
    filterOnly = false,
    bulky = filterOnly,
    sql = path,
    kind: ownKind,
    ...shown
  } = rules;
  const [table = "", name = ""] = path.split(".");
  const column = stored?.column;
  const kind = ownKind ?? (column ? kindOf(column) : "text");
  const isNeeded = column !== undefined && column.notNull && !column.hasDefault;
  const fallback = shown.default ?? column?.default;
  const sortKey = SORT_KEY_COLUMNS[table]?.[name];
  const field: TableField = {
    ...shown,
    type: TYPES[kind],
    title: shown.title ?? titleOf(name),
    ...(kind === "time" && { format: "date-time" as const }),
    ...(kind === "list" && { widget: shown.widget ?? ("lines" as const) }),
    ...(column?.enumValues?.length && { enum: column.enumValues }),
    ...(isPlain(fallback) && { default: fallback }),
    operators: filterOnly ? ["eq"] : bulky ? [] : operatorsOf(kind),
    sortable: !bulky && kind !== "list",
  };
  return {
    name,
    key: stored?.key,
    kind,
    sql,
    sortSql: sortKey ? `${table}.${sortKey}` : sortsAsWords(field) ? wordsOf(sql) : sql,
    isKeyed: sortKey !== undefined,
    required: !shown.readOnly && (required ?? (isNeeded && kind !== "list")),
    needsPasskeyCheck,
    bulky,
    isIndexed: column !== undefined && isSearched(column),
    field,
  };
}

/** SQL sort key of a text. For ASCII, SQLite's lower() is five times as fast as `sort_key`. */
function wordsOf(sql: string): string {
  return `CASE WHEN octet_length(${sql}) = length(${sql}) THEN lower(${sql}) ELSE sort_key(${sql}) END`;
}

const TYPES = {
  text: "string",
  integer: "integer",
  boolean: "boolean",
  time: "string",
  list: "array",
} as const;

function kindOf({ dataType }: SQLiteColumn): Kind {
  if (dataType === "number") return "integer";
  if (dataType === "boolean") return "boolean";
  if (dataType === "date") return "time";
  return dataType === "json" ? "list" : "text";
}

function operatorsOf(kind: Kind): readonly Operator[] {
  if (kind === "list") return ["contains"];
  if (kind === "boolean") return ["eq", "ne", "isnull"];
  if (kind === "text") return OPERATORS;
  return OPERATORS.filter((operator) => operator !== "contains");
}

function titleOf(name: string): string {
  const words = name.replaceAll("_", " ").replace(/ id$/, "");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isPlain(value: unknown): value is Value {
  return ["string", "number", "boolean"].includes(typeof value) || Array.isArray(value);
}
