import type Database from "better-sqlite3";

/**
 * Writes a copy of a database, as of one moment, to `target`: a path where nothing stands, or an empty
 * file. Others go on writing meanwhile; the whole thread waits. Whether the copy is on the disk then is
 * for the caller to see to.
 */
export function copyDatabase(sqlite: Database.Database, target: string): void {
  sqlite.prepare("VACUUM INTO ?").run(target);
}

/** What SQLite finds wrong with a database, or with what its rows refer to; undefined when all is well. */
export function findDamage(sqlite: Database.Database): string | undefined {
  const said = sqlite.prepare<[], string>("PRAGMA integrity_check(1)").pluck().get();
  if (said !== "ok") return said ?? "integrity_check says nothing";
  const orphan = sqlite
    .prepare<[], { table: string; parent: string }>("PRAGMA foreign_key_check")
    .get();
  return orphan && `a row of ${orphan.table} refers to no row of ${orphan.parent}`;
}
