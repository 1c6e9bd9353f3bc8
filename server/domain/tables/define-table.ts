import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Transaction } from "../../../db/client.ts";
import type { Author } from "../../../db/record.ts";
import { isSearched } from "../../../db/search-index.ts";
import { SORT_KEY_COLUMNS } from "../../../db/sort-key.ts";
import type { FieldDefinition } from "../../contract/field-validation.ts";
import { type Kind, sortsAsWords } from "../../contract/list-query.ts";
import {
  type Operator,
  OPERATORS,
  QUERY_WORDS,
  type TableField,
  type TableRow,
  type Value,
} from "../../contract/tables.ts";
import type { TableActionDefinition } from "./actions.ts";

export type RecordedTable = SQLiteTable & {
  id: SQLiteColumn;
  version: SQLiteColumn;
  createdAt: SQLiteColumn;
  updatedAt: SQLiteColumn;
};

/** What the registry says of a column; all else follows from the table. */
export type ColumnRules = Partial<
  Pick<
    FieldDefinition,
    | "title"
    | "description"
    | "format"
    | "enum"
    | "enumNames"
    | "minimum"
    | "maximum"
    | "minLength"
    | "maxLength"
    | "pattern"
    | "multiline"
    | "rows"
    | "cols"
    | "default"
  > &
    Pick<TableField, "reference" | "private" | "code" | "createOnly" | "widget">
> & {
  /** Shown, and never sent by a form. */
  readOnly?: true;
  /** Asked for by a form, though the table could do without. */
  required?: boolean;
  /** Too long for a list; comes in the row's history alone, and is neither sorted nor filtered by. */
  bulky?: true;
  /** SQL over `from` that reads it, where it is no column of the table itself; with its kind. */
  sql?: string;
  kind?: Kind;
};

/** A column of one of the owner's tables, with all that is known of it. */
export type TableColumn = {
  /** On the wire and in CSV: the SQL name. */
  name: string;
  /** Drizzle's name; undefined for one that is read from another table. */
  key: string | undefined;
  kind: Kind;
  /** SQL that reads it in `from`. */
  sql: string;
  /** SQL expression of the sort order. */
  sortSql: string;
  /** Whether the expression is an indexed sort key, which can also find equal texts. */
  isKeyed: boolean;
  field: TableField;
  required: boolean;
  bulky: boolean;
  /** Whether the table's full-text index covers it. */
  isIndexed: boolean;
};

/**
 * What a table does otherwise than store, change or remove one row of its own. Values are those of the
 * wire, checked already. Each runs in the transaction of the call, records what it does through
 * `db/record.ts`, and throws AppError `conflict` or `invalid` for what must not be.
 */
export type WriteRules = {
  create?: (tx: Transaction, values: Record<string, Value>, author: Author) => number;
  update?: (tx: Transaction, row: TableRow, change: RowUpdate) => void;
  /**
   * Throws when the row must stay, and removes what is of no use without it; the row itself is removed
   * by the caller.
   */
  mayRemove?: (tx: Transaction, row: TableRow, author: Author) => void;
  checks?: readonly RowCheck[];
};

/** A rule over several fields. It runs when one of its columns is created or changed. */
type RowCheck = {
  columns: readonly string[];
  /** Returns the problems of the resulting row by field. */
  find: (row: Record<string, Value>) => Record<string, string>;
};

/** How the admin's search finds and shows rows. */
export type SearchRules = {
  /** Indexed columns that may start with the query, each with a function that spells it like them. */
  prefixes?: Record<string, (query: string) => string | null>;
  /** Defaults to the label. */
  title?: (row: TableRow) => string;
  facts: (row: TableRow) => (Value | undefined)[];
};

export type RowUpdate = { patch: Record<string, Value>; author: Author };

type TableRules = {
  title: string;
  description: string;
  readOnly?: true;
  label: string;
  columns: Record<string, ColumnRules>;
  /** What is read, when that is more than the table itself; it names the table by its own name. */
  from?: string;
  write?: WriteRules;
  search?: SearchRules;
  actions?: TableActionDefinition[];
};

export type TableDefinition = {
  name: string;
  table: RecordedTable;
  from: string;
  title: string;
  description: string;
  readOnly: boolean;
  label: string;
  columns: ReadonlyMap<string, TableColumn>;
  write: WriteRules;
  search: SearchRules | undefined;
  actions: readonly TableActionDefinition[];
};

const HIDDEN = { readOnly: true } as const;

/**
 * Describes a table for everything that reads and writes it: only columns that are named here ever
 * leave the server. Throws when the description does not fit the table.
 */
export function defineTable(table: RecordedTable, rules: TableRules): TableDefinition {
  const name = getTableName(table);
  const stored = new Map(
    Object.entries(getTableColumns(table)).map(([key, column]) => [column.name, { key, column }]),
  );
  const named: Record<string, ColumnRules> = {
    id: { title: "ID", ...HIDDEN },
    ...rules.columns,
    version: { title: "Version", ...HIDDEN },
    created_at: { title: "Created at", ...HIDDEN },
    updated_at: { title: "Updated at", ...HIDDEN },
  };
  const columns = new Map<string, TableColumn>();
  for (const [columnName, columnRules] of Object.entries(named)) {
    const found = stored.get(columnName);
    if (!found && !columnRules.sql) throw new Error(`${name} has no column ${columnName}.`);
    if ((QUERY_WORDS as readonly string[]).includes(columnName)) {
      throw new Error(`A query could not name the column ${columnName} of ${name}.`);
    }
    const readOnly = rules.readOnly ?? columnRules.readOnly;
    const own = { ...columnRules, ...(readOnly && { readOnly }) };
    columns.set(columnName, describeColumn(name, columnName, { ...own, ...(found && { found }) }));
  }
  if (!columns.has(rules.label)) throw new Error(`${name} has no label ${rules.label}.`);
  const actions = rules.actions ?? [];
  for (const columnName of actions.flatMap(({ when = {} }) => Object.keys(when))) {
    if (columns.get(columnName)?.bulky === false) continue;
    throw new Error(`An action of ${name} asks for ${columnName}, which its rows do not show.`);
  }
  return {
    name,
    table,
    from: rules.from ?? name,
    title: rules.title,
    description: rules.description,
    readOnly: rules.readOnly ?? false,
    label: rules.label,
    columns,
    write: rules.write ?? {},
    search: rules.search,
    actions,
  };
}

type Found = { found?: { key: string; column: SQLiteColumn } };

function describeColumn(table: string, name: string, rules: ColumnRules & Found): TableColumn {
  const { found, required, bulky = false, sql, kind: given, ...shown } = rules;
  const column = found?.column;
  const kind = given ?? (column ? kindOf(column) : "text");
  const isNeeded = column !== undefined && column.notNull && !column.hasDefault;
  const fallback = shown.default ?? column?.default;
  const read = sql ?? `${table}.${name}`;
  const sortKey = SORT_KEY_COLUMNS[table]?.[name];
  const field: TableField = {
    ...shown,
    type: TYPES[kind],
    title: shown.title ?? titleOf(name),
    ...(kind === "time" && { format: "date-time" as const }),
    ...(kind === "list" && { widget: shown.widget ?? ("lines" as const) }),
    ...(column?.enumValues?.length && { enum: column.enumValues }),
    ...(isPlain(fallback) && { default: fallback }),
    operators: bulky ? [] : operatorsOf(kind),
    sortable: !bulky && kind !== "list",
  };
  return {
    name,
    key: found?.key,
    kind,
    sql: read,
    sortSql: sortKey ? `${table}.${sortKey}` : sortsAsWords(field) ? wordsOf(read) : read,
    isKeyed: sortKey !== undefined,
    required: !shown.readOnly && (required ?? (isNeeded && kind !== "list")),
    bulky,
    isIndexed: column !== undefined && isSearched(column),
    field,
  };
}

/**
 * SQL of a text's sort key. ASCII uses SQLite's lower(), which is five times as fast as our
 * function.
 */
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

/** What makes sense for values of a kind. */
function operatorsOf(kind: Kind): readonly Operator[] {
  if (kind === "list") return ["contains"];
  if (kind === "boolean") return ["eq", "ne", "isnull"];
  if (kind === "text") return OPERATORS;
  return OPERATORS.filter((operator) => operator !== "contains");
}

/** "customer_name" → "Customer name" */
function titleOf(name: string): string {
  const words = name.replaceAll("_", " ").replace(/ id$/, "");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isPlain(value: unknown): value is Value {
  return ["string", "number", "boolean"].includes(typeof value) || Array.isArray(value);
}
