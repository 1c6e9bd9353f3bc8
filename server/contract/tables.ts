import type { FieldDefinition, FormDefinition } from "./field-validation.ts";

/** Column value. Times are ISO 8601 strings. */
export type Value = string | number | boolean | null | string[];

/** Values of some columns, keyed by SQL column name. */
export type RowValues = Record<string, Value>;

/** Table row, keyed by SQL column name. */
export type TableRow = { id: number; version: number; [column: string]: Value };

/** Filter operators. The default is `contains` for text and list columns, else `eq`. */
export const OPERATORS = [
  "eq",
  "ne",
  "gt",
  "gte",
  "lt",
  "lte",
  "in",
  "contains",
  "isnull",
] as const;
export type Operator = (typeof OPERATORS)[number];

/** Reserved query parameters; no column may have these names. */
export const QUERY_WORDS = ["page", "limit", "sort"] as const;

/** Query parameter with the column settings of a saved view; the list API rejects it. */
export const VIEW_COLUMNS = "columns";

export const PAGE_SIZE = 50;
export const MOST_ROWS_A_PAGE = 500;
/** Page size of the change feed; a full page means that more changes follow. */
export const MOST_CHANGES = 500;

export type TableField = FieldDefinition & {
  reference?: string;
  /** Personal data, stored offline only on devices where the user allows it. */
  private?: true;
  code?: true;
  /** Can be set only when the row is created. */
  createOnly?: true;
  /** Title of the form section with this field. */
  section?: string;
  /** Allowed filter operators; empty when the column cannot be filtered. */
  operators: readonly Operator[];
  sortable: boolean;
  /** Form control. `lines` edits a list as one item per line. */
  widget?: "media" | "file" | "lines" | "markdown";
  /** Columns with the number of pages and bytes of a stored file. */
  facts?: { pages: string; bytes: string };
};

export type RowCondition = Record<string, { in: readonly Value[] } | { notIn: readonly Value[] }>;

/** Column in the path of a `RowLink`. */
export const ROW_VALUE = /\{(\w+)\}/g;

/** Public page of a row, which the owner can share. */
export type RowLink = {
  /** Path with columns of the row: "/products/{slug}". */
  path: string;
  /** Whether a parameter of the link can open the checkout of the page. */
  opensCheckout?: true;
};

export type TableAction = {
  name: string;
  title: string;
  description: string;
  form: FormDefinition & {
    properties: Record<string, FieldDefinition & Pick<TableField, "reference">>;
  };
  /** Actions that move money or send mail require an `Idempotency-Key` and a confirmation. */
  movesMoney: boolean;
  sendsMail: boolean;
  /** Rows for which the action is offered; the server may still reject it. */
  when: RowCondition;
  /** The action only shows this link; the server does not run it. */
  link?: RowLink;
};

/** Reports whether a row meets the action's `when` condition. */
export function allowsAction({ when }: Pick<TableAction, "when">, row: TableRow): boolean {
  return Object.entries(when).every(([column, condition]) => {
    const value = row[column] ?? null;
    return "in" in condition ? condition.in.includes(value) : !condition.notIn.includes(value);
  });
}

/** Groups in the list of tables, in display order. */
export const TABLE_GROUPS = ["selling", "orders", "people", "site", "system"] as const;
export type TableGroup = (typeof TABLE_GROUPS)[number];

/** View that comes with a table. Its filters are query parameters, as the admin writes them. */
export type TableView = { title: string; filters: Readonly<Record<string, string>> };

/** Response of `GET /api/admin/schemas/{table}`. */
export type TableSchema = {
  name: string;
  /** Missing for the tables of the group `system`. */
  group?: TableGroup;
  title: string;
  description: string;
  properties: Record<string, TableField>;
  required: string[];
  readOnly: boolean;
  /** The table has one row, which can be neither created nor deleted. */
  isSingle?: true;
  label: string;
  /** The table opens on the first view. */
  views?: readonly TableView[];
  /** Other tables whose changes can change which rows a filter finds. */
  reads?: readonly string[];
  /** Explains which rows an import changes; without it, those with the id of the file's row. */
  importHint?: string;
  actions: TableAction[];
  /** Settings from environment variables, which override the stored row; only for `settings`. */
  setByEnvironment?: RowValues;
};

/** Response of `GET /api/tables/{table}`. */
export type TablePage = {
  data: TableRow[];
  page: number;
  limit: number;
  total: number;
  totalPages: number;
};

/** Entry of `GET /api/tables/{table}/{id}/history`; `before` and `after` are whole rows. */
export type RowChange = {
  sequence: number;
  at: string;
  actor: string;
  action: "insert" | "update" | "delete";
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};
export type RowHistory = Omit<TablePage, "data"> & { data: RowChange[] };

/** Response header with the change set id, for `POST /api/admin/change-sets/{id}/undo`. */
export const CHANGE_SET_HEADER = "X-Change-Set";
/** Request header with the id of the user who wrote the change. Sessions of other users get 401. */
export const MEANT_USER_HEADER = "X-Meant-User";
/** Response header with the sequence number of the table's latest change at read time. */
export const SEQUENCE_HEADER = "X-Sequence";

/** Body of `POST /api/tables/{table}/bulk`. Refused if the matching rows have changed. */
export type BulkRequest = {
  action: "update" | "delete";
  filter: Record<string, string>;
  ids?: number[];
  expected: number;
  sequence: number;
  values?: Record<string, Value>;
  /** Per-row values, each with the row version that the client read. */
  rows?: { id: number; version: number; values: Record<string, Value> }[];
};
export const MOST_BULK_ROWS = 10_000;
export type BulkAnswer = { changed: number; changeSet: number | null };

/**
 * `POST /api/tables/{table}/import`. `?columns=` maps the file's columns to fields, in order; an
 * empty name skips a column.
 */
export type ImportAnswer = {
  new: number;
  changed: number;
  /** Rows deleted because the file has their default. */
  removed: number;
  same: number;
  refused: number;
  /** The first errors by line; `moreErrors` counts the rest. */
  errors: ImportProblem[];
  moreErrors: number;
  encoding: ImportEncoding;
  changeSet: number | null;
};
export type ImportProblem = { line: number; field: string; message: string };

/** Response of `POST /api/tables/{table}/import/preview`. */
export type ImportPreview = {
  encoding: ImportEncoding;
  /** Whether the encoding is a guess; to confirm it, send `Content-Type: text/csv; charset=…`. */
  isGuess: boolean;
  /** Words with non-ASCII characters, so that the user can check a guessed encoding. */
  foreignWords: string[];
  rows: number;
  headers: string[];
  /** The first cells of each column. */
  samples: string[][];
  digest: string;
};

/** Encodings that an import accepts, with their display names. */
export const IMPORT_ENCODINGS = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16 (big-endian)",
  "windows-1252": "Windows-1252",
} as const;
export type ImportEncoding = keyof typeof IMPORT_ENCODINGS;

export const MOST_IMPORT_BYTES = 16 * 1024 * 1024;
export const MOST_IMPORT_ROWS = 20_000;
export const MOST_IMPORT_COLUMNS = 200;
export const MOST_IMPORT_HEADER_LENGTH = 200;
export const MOST_IMPORT_ERRORS = 200;

/** Response of `GET /api/admin/changes?since=`, oldest change first. */
export type ChangeFeed = {
  changes: (Pick<RowChange, "sequence" | "at" | "actor" | "action"> & {
    table: string;
    id: number;
    version: number | null;
  })[];
  next: number;
  /** Changes when a backup is restored. Sequences below it, and data read earlier, are stale. */
  epoch: number;
};
