import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Reader, Transaction } from "../../../db/client.ts";
import type { Author } from "../../../db/record.ts";
import {
  QUERY_WORDS,
  type RowValues,
  type TableRow,
  type Value,
  type TableGroup,
  type TableSchema,
  type TableView,
} from "../../contract/tables.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";
import { actionOf, columnsOfAction, type TableActionDefinition } from "./table-action.ts";
import { type ColumnRules, describeColumn, type TableColumn } from "./table-column.ts";

export type RecordedTable = SQLiteTable & {
  id: SQLiteColumn;
  version: SQLiteColumn;
  createdAt: SQLiteColumn;
  updatedAt: SQLiteColumn;
};

export type RowAuthor = Author & Pick<AdminAuthor, "requirePasskey" | "isAdministrator">;

/** Overrides the default writes of a table. Runs in the caller's transaction. */
export type WriteRules = {
  create?: (tx: Transaction, values: RowValues, author: Author) => number;
  update?: (tx: Transaction, row: TableRow, change: { patch: RowValues; author: Author }) => void;
  /** Whether a write needs a recent passkey check, besides changes of columns with `needsPasskeyCheck`. */
  needsPasskey?: (tx: Transaction, states: RowStates, author: RowAuthor) => boolean;
  /** Runs before a change of `patch`. Throws to prevent it. */
  mayChange?: (row: TableRow, patch: RowValues) => void;
  /** Runs after the change of `patch`; `row` is the row before it. */
  onChanged?: (
    tx: Transaction,
    row: TableRow,
    change: { patch: RowValues; author: Author },
  ) => void;
  /** Runs before deletion. Throws to prevent it; deletes dependent rows otherwise. */
  mayRemove?: (tx: Transaction, row: TableRow, author: Author) => void;
  checks?: readonly RowCheck[];
  /** Returns problems of written values that name a stored file, by column. */
  findFileProblems?: (db: Pick<Reader, "select">, values: RowValues) => Record<string, string>;
};

/** How an import treats rows of a file that have no id. */
export type ImportRules = {
  /** Unique column: such a row changes the stored row with the same value. */
  key: string;
  /** Whether a row has the default values. It is then deleted, or not created. */
  isDefault: (db: Pick<Reader, "select">, row: RowValues) => boolean;
  /** Explains the file to the user. */
  hint: string;
};

/** Row before and after a write; undefined where it does not exist. */
export type RowStates = { before?: RowValues; after?: RowValues };

/** Row check, run when one of `columns` is written. `find` returns problems by field. */
export type RowCheck = {
  columns: readonly string[];
  find: (row: RowValues) => Record<string, string>;
};

/** Creates a check of one text column; `findFault` is called for non-empty texts only. */
export function textCheck(
  column: string,
  findFault: (text: string) => string | undefined,
): RowCheck {
  return {
    columns: [column],
    find({ [column]: text }) {
      const fault = typeof text === "string" && text !== "" ? findFault(text) : undefined;
      return fault === undefined ? {} : { [column]: fault };
    },
  };
}

/** Like `textCheck`, for a text that names a stored file. */
export function fileCheck(
  column: string,
  findFault: (db: Pick<Reader, "select">, path: string) => string | undefined,
): NonNullable<WriteRules["findFileProblems"]> {
  return (db, values) => textCheck(column, (path) => findFault(db, path)).find(values);
}

type SearchRules = {
  /** Indexed columns that may start with the query, each with a function that normalizes it. */
  prefixes?: Record<string, (query: string) => string | null>;
  title?: (row: TableRow) => string;
  facts: (row: TableRow) => (Value | undefined)[];
};

type TableRules = {
  title: string;
  description: string;
  /** Group in the list of tables; `system` by default. */
  group?: TableGroup;
  readOnly?: true;
  /** The table has exactly one row, which exists from the start. */
  isSingle?: true;
  label: string;
  /** Views shown as tabs. The table opens on the first one. */
  views?: readonly TableView[];
  columns: Record<string, ColumnRules>;
  /** The FROM clause with its joins; defaults to the table. */
  from?: string;
  /** Other tables that a `filterOnly` column reads. */
  reads?: readonly string[];
  write?: WriteRules;
  imports?: ImportRules;
  search?: SearchRules;
  actions?: TableActionDefinition[];
};

export type TableDefinition = Pick<
  TableRules,
  | "title"
  | "description"
  | "group"
  | "label"
  | "views"
  | "reads"
  | "imports"
  | "search"
  | "isSingle"
> & {
  name: string;
  table: RecordedTable;
  from: string;
  joined: readonly string[];
  readOnly: boolean;
  columns: ReadonlyMap<string, TableColumn>;
  write: WriteRules;
  actions: readonly TableActionDefinition[];
};

const HIDDEN = { readOnly: true } as const;

/** Defines an admin table. Only the listed columns and the standard columns are exposed. */
export function defineTable(table: RecordedTable, rules: TableRules): TableDefinition {
  const { title, description, group, label, views, reads, imports, search, isSingle } = rules;
  const { readOnly = false, write = {}, actions = [] } = rules;
  const name = getTableName(table);
  const { from = name } = rules;
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
    const column = stored.get(columnName);
    if (!column && !columnRules.sql) throw new Error(`${name} has no column ${columnName}.`);
    if ((QUERY_WORDS as readonly string[]).includes(columnName)) {
      throw new Error(`A query could not name the column ${columnName} of ${name}.`);
    }
    const ownRules = { ...columnRules, ...(readOnly && HIDDEN) };
    columns.set(columnName, describeColumn(`${name}.${columnName}`, ownRules, column));
  }
  if (!columns.has(label)) throw new Error(`${name} has no label ${label}.`);
  for (const columnName of actions.flatMap(columnsOfAction)) {
    if (columns.get(columnName)?.bulky === false) continue;
    throw new Error(`An action of ${name} asks for ${columnName}, which its rows do not show.`);
  }
  if (search && ![...columns.values()].some(({ isIndexed }) => isIndexed)) {
    throw new Error(`${name} has no searched column, so the search of all tables cannot find it.`);
  }
  for (const [columnName, { field }] of columns) {
    const { currency } = field;
    if (!currency || "code" in currency || columns.has(currency.column)) continue;
    throw new Error(`${name}.${columnName} has no column ${currency.column} for its currency.`);
  }
  const joined = Array.from(from.matchAll(/JOIN (\w+)/g), ([, other = ""]) => other);
  const shown = { name, title, description, label, readOnly, ...(isSingle && { isSingle }) };
  const list = { group, views, reads };
  return { ...shown, ...list, table, from, joined, columns, write, imports, search, actions };
}

export function schemaOf(definition: TableDefinition): TableSchema {
  const { name, group, title, description, readOnly, isSingle } = definition;
  const { label, views, reads, imports, actions } = definition;
  const columns = [...definition.columns.values()].filter(({ bulky }) => !bulky);
  return {
    name,
    ...(group && { group }),
    title,
    description,
    properties: Object.fromEntries(columns.map((column) => [column.name, column.field])),
    required: columns.filter(({ required }) => required).map((column) => column.name),
    readOnly,
    ...(isSingle && { isSingle }),
    label,
    ...(views && { views }),
    ...(reads && { reads }),
    ...(imports && { importHint: imports.hint }),
    actions: actions.map(actionOf),
  };
}
