import type Database from "better-sqlite3";
import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { SORT_KEY_COLUMNS, sortKey } from "./sort-key.ts";

export type StoredRow = Record<string, unknown> & { id: number };

/** Reads and changes single rows of a table. */
type Rows = {
  find: (sqlite: Database.Database, id: number) => StoredRow | undefined;
  /** The row with its new id. Throws when a unique key is taken. */
  insert: (sqlite: Database.Database, values: Record<string, unknown>) => StoredRow;
  /** The same, but undefined when a unique key is taken. */
  insertOnce: (sqlite: Database.Database, values: Record<string, unknown>) => StoredRow | undefined;
  /** The same under the id that the row had. Throws when a key is taken. */
  restore: (sqlite: Database.Database, row: StoredRow) => void;
  /** Writes these columns of the row that has this id; the indexes of all others stay untouched. */
  update: (sqlite: Database.Database, id: number, patch: Record<string, unknown>) => void;
  remove: (sqlite: Database.Database, id: number) => void;
};

const known = new WeakMap<SQLiteTable, Rows>();

/**
 * The rows of `table`, keyed and typed as Drizzle has them. Their statements are written once: building
 * one for every change would take longer than SQLite needs for it (decision: own-statements).
 */
export function rowsOf(table: SQLiteTable): Rows {
  const rows = known.get(table) ?? describeTable(table);
  known.set(table, rows);
  return rows;
}

function describeTable(table: SQLiteTable): Rows {
  const name = getTableName(table);
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key !== "id");
  const keyed = columns.flatMap(([key, column]) => {
    const sorted = SORT_KEY_COLUMNS[name]?.[column.name];
    return sorted === undefined ? [] : [{ key, sorted }];
  });
  const names = columns.map(([, column]) => column.name);
  const written = [...names, ...keyed.map(({ sorted }) => sorted)];
  const marks = written.map(() => "?").join(", ");
  const select = `SELECT id, ${names.join(", ")} FROM ${name} WHERE id = ?`;
  const insert = `INSERT INTO ${name} (${written.join(", ")}) VALUES (${marks})`;
  const restore = `INSERT INTO ${name} (${written.join(", ")}, id) VALUES (${marks}, ?)`;
  const insertOnce = `${insert} ON CONFLICT DO NOTHING`;
  const remove = `DELETE FROM ${name} WHERE id = ?`;

  const complete = (given: Record<string, unknown>) =>
    columns.map(([key, column]) => [key, given[key] ?? column.default ?? null] as const);
  const encode = (row: readonly (readonly [string, unknown])[]) => [
    ...row.map(([, value], index) => encoded(columns[index]?.[1], value)),
    ...keysOf(Object.fromEntries(row)),
  ];
  const keysOf = (row: Record<string, unknown>, changed = keyed) =>
    changed.map(({ key }) => {
      const text = row[key];
      return typeof text === "string" ? sortKey(text) : null;
    });
  const decode = ([id, ...rest]: unknown[]): StoredRow => ({
    ...Object.fromEntries(
      columns.map(([key, column], index) => {
        const value = rest[index];
        return [key, value === null ? null : column.mapFromDriverValue(value)];
      }),
    ),
    id: Number(id),
  });

  return {
    find(sqlite, id) {
      const row = sqlite.prepare<[number], unknown[]>(select).raw().get(id);
      return row && decode(row);
    },
    insert(sqlite, given) {
      const row = complete(given);
      const { lastInsertRowid } = sqlite.prepare(insert).run(...encode(row));
      return { ...Object.fromEntries(row), id: Number(lastInsertRowid) };
    },
    insertOnce(sqlite, given) {
      const row = complete(given);
      const { changes, lastInsertRowid } = sqlite.prepare(insertOnce).run(...encode(row));
      return changes === 0
        ? undefined
        : { ...Object.fromEntries(row), id: Number(lastInsertRowid) };
    },
    restore(sqlite, row) {
      sqlite.prepare(restore).run(...encode(complete(row)), row.id);
    },
    update(sqlite, id, patch) {
      const changed = columns.filter(([key]) => Object.hasOwn(patch, key));
      const changedKeys = keyed.filter(({ key }) => Object.hasOwn(patch, key));
      const set = [
        ...changed.map(([, column]) => column.name),
        ...changedKeys.map(({ sorted }) => sorted),
      ].join(" = ?, ");
      const values = changed.map(([key, column]) => encoded(column, patch[key]));
      const keys = keysOf(patch, changedKeys);
      sqlite.prepare(`UPDATE ${name} SET ${set} = ? WHERE id = ?`).run(...values, ...keys, id);
    },
    remove(sqlite, id) {
      sqlite.prepare(remove).run(id);
    },
  };
}

function encoded(column: SQLiteColumn | undefined, value: unknown): unknown {
  return value === null || value === undefined ? null : column?.mapToDriverValue(value);
}
