import Database from "better-sqlite3";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { addFoldText } from "../../../db/text-keys.ts";
import * as schema from "../../../db/schema.ts";
import { isSearched } from "../../../db/search-index.ts";

type Sqlite = Database.Database;
type Row = { id: number } & Record<string, string | number | null>;

export type RowRange = { table: string; after: number; upTo: number }[];
type Model = { table: string; row: Row }[];
/** Copies of a model, numbered from `first` and spread over time. */
type Copies = { model: Model; count: number; first: number; spreadMs: number };

const CACHE_KB = 1_000_000;
/** A model has times up to two days ahead; the times of its copies are past. */
const YOUNGEST_MS = 3 * 86_400_000;

/** Columns that identify a visitor, and their values in the nth copy. */
const NAMES: Record<string, string> = {
  number: "printf('%04X-%04X', n >> 16, n & 65535)",
  session_id: "printf('cs_test_%040d', n)",
  email: "printf('buyer-%d@example.com', n)",
  browser_hash: "printf('%064x', n)",
  checkout_key: "printf('%064x', n)",
  payment_intent_id: "printf('pi_%020d', n)",
};
/** Bodies that no request reads: they would make 13 GB. */
const BODIES: Record<string, string> = {
  text: "NULL",
  html: "NULL",
  payload: "'{}'",
  before: "'{}'",
  after: "'{}'",
};

export function readModel(sqlite: Sqlite, range: RowRange): Model {
  return range.flatMap(({ table, after, upTo }) =>
    sqlite
      .prepare<[number, number], Row>(`SELECT * FROM ${table} WHERE id > ? AND id <= ? ORDER BY id`)
      .all(after, upTo)
      .map((row) => ({ table, row })),
  );
}

/** Writes the copies into a database that no store has open. */
export function multiply(path: string, copies: Copies[]): void {
  const sqlite = new Database(path);
  for (const setting of ["journal_mode = OFF", "synchronous = OFF", "foreign_keys = OFF"]) {
    sqlite.pragma(setting);
  }
  sqlite.pragma(`cache_size = -${CACHE_KB}`);
  for (const copy of copies) copyModel(sqlite, copy);
  fillSearchIndexes(sqlite);
  sqlite.pragma("journal_mode = WAL");
  sqlite.close();
}

/** Indexes the texts of all rows again, as a migration does. */
function fillSearchIndexes(sqlite: Sqlite): void {
  addFoldText(sqlite);
  for (const table of Object.values(schema).filter((value) => is(value, SQLiteTable))) {
    const columns = Object.values(getTableColumns(table)).filter(isSearched);
    if (columns.length === 0) continue;
    const name = getTableName(table);
    const texts = columns.map((column) => column.name).join(", ");
    sqlite.exec(`INSERT INTO ${name}_texts (${name}_texts) VALUES ('delete-all');
      INSERT INTO ${name}_texts (rowid, body)
      SELECT id, fold_text(concat_ws(char(10), ${texts})) FROM ${name}`);
  }
}

function copyModel(sqlite: Sqlite, { model, count, first, spreadMs }: Copies): void {
  const ids = idsOf(sqlite, { model, count, first });
  const names = namesOf(model);
  const age = `CAST(${YOUNGEST_MS} + (n - ${first}) * ${spreadMs / count} AS INTEGER)`;
  sqlite.exec("BEGIN");
  for (const { table, row } of model) {
    const foreign = foreignTables(sqlite, table);
    const unique = uniqueColumns(sqlite, table);
    const valueOf = ([column, value]: [string, string | number | null]): string => {
      if (column === "id") return String(ids(table, row.id));
      if (value === null) return "NULL";
      const target =
        table === "changes" && column === "row_id" ? row["table_name"] : foreign.get(column);
      if (target) return ids(String(target), Number(value)) ?? `@${column}`;
      if (typeof value === "number") return `@${column}${isShifted(table, column) ? " - age" : ""}`;
      if (column in BODIES) return String(BODIES[column]);
      const renamed = [...names]
        .filter(([name]) => value.includes(name))
        .reduce((sql, [name, copy]) => `replace(${sql}, '${name}', ${copy})`, `@${column}`);
      return unique.has(column) && renamed === `@${column}` ? `${renamed} || '-' || n` : renamed;
    };
    sqlite
      .prepare(
        `WITH RECURSIVE numbers (n) AS (VALUES (CAST(@first AS INTEGER))
           UNION ALL SELECT n + 1 FROM numbers WHERE n < @last)
         INSERT INTO ${table} (${Object.keys(row).join(", ")})
         SELECT ${Object.entries(row).map(valueOf).join(", ")}
         FROM (SELECT n, ${age} AS age FROM numbers)`,
      )
      .run({ ...row, first, last: first + count - 1 });
  }
  sqlite.exec("COMMIT");
}

/** The identifying values of this visitor, and their values in a copy. */
function namesOf(model: Model): Map<string, string> {
  const found = model.flatMap(({ row }) =>
    Object.entries(NAMES).map(([column, copy]) => [String(row[column] ?? ""), copy] as const),
  );
  return new Map(found.filter(([name]) => name !== ""));
}

/** The id of a model's row in its nth copy, as SQL; undefined for other rows. */
function idsOf(sqlite: Sqlite, { model, count, first }: Omit<Copies, "spreadMs">) {
  const starts = new Map<string, number>();
  const next = new Map<string, number>();
  for (const { table, row } of model) {
    const last = sqlite.prepare<[], number>(`SELECT max(id) FROM ${table}`).pluck().get() ?? 0;
    const start = next.get(table) ?? last + 1;
    starts.set(`${table} ${row.id}`, start);
    next.set(table, start + count);
  }
  return (table: string, id: number) => {
    const start = starts.get(`${table} ${id}`);
    return start === undefined ? undefined : `n + ${start - first}`;
  };
}

/** Whether a time is moved back by the age of its copy; session ends and order checks stay ahead. */
function isShifted(table: string, column: string): boolean {
  return table !== "sessions" && column !== "next_check_at" && column.endsWith("_at");
}

function foreignTables(sqlite: Sqlite, table: string): Map<string, string> {
  const keys = sqlite.pragma(`foreign_key_list(${table})`) as { from: string; table: string }[];
  return new Map(keys.map(({ from, table: target }) => [from, target]));
}

function uniqueColumns(sqlite: Sqlite, table: string): Set<string> {
  const indexes = sqlite.pragma(`index_list(${table})`) as { name: string; unique: number }[];
  const columns = indexes
    .filter(({ unique }) => unique === 1)
    .flatMap(({ name }) => sqlite.pragma(`index_info(${name})`) as { name: string }[]);
  return new Set(columns.map(({ name }) => name));
}
