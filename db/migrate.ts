import type Database from "better-sqlite3";
import { migrations } from "./migrations/index.ts";
import { addFoldText, addSortKey } from "./text-keys.ts";

/** Applies pending migrations. Throws before any change if the database has a newer schema. */
export function migrate(sqlite: Database.Database, list: readonly string[] = migrations): void {
  const found = schemaVersion(sqlite);
  if (found > list.length) {
    throw new Error(
      `The database has schema ${found}, this program knows ${list.length}. Start the newer program, or restore a backup made by this one.`,
    );
  }
  addSortKey(sqlite);
  addFoldText(sqlite);
  for (const [index, sql] of list.entries()) {
    if (index >= schemaVersion(sqlite)) applyOne(sqlite, sql, index + 1);
  }
}

export function schemaVersion(sqlite: Database.Database): number {
  return Number(sqlite.pragma("user_version", { simple: true }));
}

function applyOne(sqlite: Database.Database, sql: string, number: number): void {
  sqlite
    .transaction(() => {
      // Another process may have applied it while this one waited for the lock.
      if (schemaVersion(sqlite) >= number) return;
      sqlite.exec(sql);
      sqlite.pragma(`user_version = ${number}`);
    })
    .immediate();
}
