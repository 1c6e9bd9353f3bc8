import type { FieldDefinition, FormDefinition } from "./field-validation.ts";

/** A value as it stands in a row on the wire. Times are ISO 8601 texts. */
export type Value = string | number | boolean | null | string[];

/** Values of some columns, by SQL name. */
export type RowValues = Record<string, Value>;

/** A row of one of the owner's tables, under its SQL column names. */
export type TableRow = { id: number; version: number; [column: string]: Value };

/** How a filter compares; without an operator text is searched for and any other type is equal. */
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

/** What a query may hold besides the names of columns: no column has such a name. */
export const QUERY_WORDS = ["page", "limit", "sort"] as const;

/** Beside those, in the query of a saved view alone: its columns, which no list is asked for. */
export const VIEW_COLUMNS = "columns";

export const PAGE_SIZE = 50;
export const MOST_ROWS_A_PAGE = 500;

/** A column as the schema of its table shows it; what the spec does not name is ours. */
export type TableField = FieldDefinition & {
  /** The table whose rows are chosen from, and stored by their id. */
  reference?: string;
  /** Personal: a device keeps it only when its owner wishes so. */
  private?: true;
  /** A machine-made identifier, sorted by code point. */
  code?: true;
  /** Chosen when a row is made, and never changed. */
  createOnly?: true;
  /** What can be asked of it in a filter; none when it can't be filtered by. */
  operators: readonly Operator[];
  sortable: boolean;
  /**
   * How it is edited where its type does not say so; `lines` is a list of texts, one a line, and so is a
   * list of uploads.
   */
  widget?: "media" | "file" | "lines";
};

/** What the columns of a row must hold: each of them one of these values, or none of those. */
export type RowCondition = Record<string, { in: readonly Value[] } | { notIn: readonly Value[] }>;

/** Something that can be done with a row besides changing it. */
export type TableAction = {
  name: string;
  title: string;
  description: string;
  /** What it has to be told; no fields when a press is enough. */
  form: FormDefinition & {
    properties: Record<string, FieldDefinition & Pick<TableField, "reference">>;
  };
  /** These two need an `Idempotency-Key`, and are confirmed before. */
  movesMoney: boolean;
  sendsMail: boolean;
  /** Other rows are refused; these may still be, for what their own columns do not say. */
  when: RowCondition;
};

/** Says whether a row's own columns allow an action. */
export function allowsAction({ when }: Pick<TableAction, "when">, row: TableRow): boolean {
  return Object.entries(when).every(([column, condition]) => {
    const value = row[column] ?? null;
    return "in" in condition ? condition.in.includes(value) : !condition.notIn.includes(value);
  });
}

/** `GET /api/admin/schemas/{table}`: what the admin knows of a table, all from the registry. */
export type TableSchema = {
  name: string;
  title: string;
  description: string;
  properties: Record<string, TableField>;
  required: string[];
  readOnly: boolean;
  /** The column by which people know a row. */
  label: string;
  actions: TableAction[];
};

/** `GET /api/tables/{table}` */
export type TablePage = {
  data: TableRow[];
  page: number;
  limit: number;
  total: number;
  totalPages: number;
};

/** `GET /api/tables/{table}/{id}/history`, newest first; `before` and `after` are whole rows. */
export type RowChange = {
  sequence: number;
  at: string;
  actor: string;
  action: "insert" | "update" | "delete";
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};
export type RowHistory = Omit<TablePage, "data"> & { data: RowChange[] };

/** Names the change set of a write, for its undo: `POST /api/admin/change-sets/{id}/undo`. */
export const CHANGE_SET_HEADER = "X-Change-Set";
/** A request's id of the user who it was written for: another's session refuses it with 401. */
export const MEANT_USER_HEADER = "X-Meant-User";
/** The sequence of the newest change of the table that was read. */
export const SEQUENCE_HEADER = "X-Sequence";

/** `POST /api/tables/{table}/bulk`: refused when one of these rows is another, or changed, by now. */
export type BulkRequest = {
  action: "update" | "delete";
  /** The query of the list: filters alone. */
  filter: Record<string, string>;
  /** Only these of them, when given. */
  ids?: number[];
  expected: number;
  /** What `X-Sequence` said when they were counted. */
  sequence: number;
  values?: Record<string, Value>;
  /** Rows to change, each with its own values and the version that the client saw. */
  rows?: { id: number; version: number; values: Record<string, Value> }[];
};
export const MOST_BULK_ROWS = 10_000;
export type BulkAnswer = { changed: number; changeSet: number | null };

/**
 * `POST /api/tables/{table}/import`: rows with an id update stored rows. `?columns=` maps the
 * file's columns to fields, in order; an empty name skips a column (`id,name,,price`).
 */
export type ImportAnswer = {
  new: number;
  changed: number;
  same: number;
  /** Number of rows with an error. */
  refused: number;
  /** The first `MOST_IMPORT_ERRORS` errors by line; `moreErrors` counts the rest. */
  errors: ImportProblem[];
  moreErrors: number;
  encoding: ImportEncoding;
  /** What undoes it; null in a dry run, or when nothing was changed. */
  changeSet: number | null;
};
export type ImportProblem = { line: number; field: string; message: string };

/** `POST /api/tables/{table}/import/preview`: content of a file before its columns are mapped. */
export type ImportPreview = {
  encoding: ImportEncoding;
  /** Whether a person has to confirm the encoding, as `Content-Type: text/csv; charset=…`. */
  isGuess: boolean;
  /** For a guessed encoding, words that show whether it is right. */
  foreignWords: string[];
  rows: number;
  headers: string[];
  /** The first cells of each column, truncated. */
  samples: string[][];
  /** SHA-256 of the file. */
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

/** `GET /api/admin/changes?since=`: what happened to rows after a sequence, oldest first. */
export type ChangeFeed = {
  changes: (Pick<RowChange, "sequence" | "at" | "actor" | "action"> & {
    table: string;
    id: number;
    version: number | null;
  })[];
  next: number;
  /** Changes after a restore. Sequences below it, and data read by then, are stale. */
  epoch: number;
};
