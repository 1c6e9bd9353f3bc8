import type Database from "better-sqlite3";
import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

export type StoredRow = Record<string, unknown> & { id: number };

/** The statements that read or change one row of a table, prepared once for a connection. */
export type RowStatements = {
  find: (id: number) => StoredRow | undefined;
  /** The row with its new id. Throws when a unique key is taken. */
  insert: (values: Record<string, unknown>) => StoredRow;
  /** The same, but undefined when a unique key is taken. */
  insertOnce: (values: Record<string, unknown>) => StoredRow | undefined;
  /** Writes these columns of the row that has this id; the indexes of all others stay untouched. */
  update: (id: number, patch: Record<string, unknown>) => void;
  remove: (id: number) => void;
};

const prepared = new WeakMap<Database.Database, Map<string, RowStatements>>();

/**
 * The row statements of `table` on this connection. Rows are keyed and typed as Drizzle has them;
 * building these few statements anew for every change would take longer than SQLite needs for it.
 */
export function rowStatements(sqlite: Database.Database, table: SQLiteTable): RowStatements {
  const tables = prepared.get(sqlite) ?? new Map<string, RowStatements>();
  prepared.set(sqlite, tables);
  const name = getTableName(table);
  const statements = tables.get(name) ?? prepareTable(sqlite, table);
  tables.set(name, statements);
  return statements;
}

function prepareTable(sqlite: Database.Database, table: SQLiteTable): RowStatements {
  const name = getTableName(table);
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key !== "id");
  const names = columns.map(([, column]) => column.name).join(", ");
  const marks = columns.map(() => "?").join(", ");
  const values = `INTO ${name} (${names}) VALUES (${marks})`;
  const select = sqlite.prepare(`SELECT id, ${names} FROM ${name} WHERE id = ?`).raw();
  const insert = sqlite.prepare(`INSERT ${values}`);
  const insertOnce = sqlite.prepare(`INSERT ${values} ON CONFLICT DO NOTHING`);
  const updates = new Map<string, Database.Statement>();
  const remove = sqlite.prepare(`DELETE FROM ${name} WHERE id = ?`);

  const complete = (given: Record<string, unknown>) =>
    columns.map(([key, column]) => [key, given[key] ?? column.default ?? null] as const);
  const encode = (row: readonly (readonly [string, unknown])[]) =>
    row.map(([, value], index) => encoded(columns[index]?.[1], value));
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
    find(id) {
      const row = select.get(id) as unknown[] | undefined;
      return row && decode(row);
    },
    insert(given) {
      const row = complete(given);
      const { lastInsertRowid } = insert.run(...encode(row));
      return { ...Object.fromEntries(row), id: Number(lastInsertRowid) };
    },
    insertOnce(given) {
      const row = complete(given);
      const { changes, lastInsertRowid } = insertOnce.run(...encode(row));
      return changes === 0
        ? undefined
        : { ...Object.fromEntries(row), id: Number(lastInsertRowid) };
    },
    update(id, patch) {
      const changed = columns.filter(([key]) => Object.hasOwn(patch, key));
      const key = changed.map(([, column]) => column.name).join(" = ?, ");
      const update =
        updates.get(key) ?? sqlite.prepare(`UPDATE ${name} SET ${key} = ? WHERE id = ?`);
      updates.set(key, update);
      update.run(...changed.map(([field, column]) => encoded(column, patch[field])), id);
    },
    remove(id) {
      remove.run(id);
    },
  };
}

function encoded(column: SQLiteColumn | undefined, value: unknown): unknown {
  return value === null || value === undefined ? null : column?.mapToDriverValue(value);
}
