import type Database from "better-sqlite3";

/** Copies a snapshot to `target`, without fsync. Blocks this thread, but not other processes. */
export function copyDatabase(sqlite: Database.Database, target: string): void {
  sqlite.prepare("VACUUM INTO ?").run(target);
}

/** A corrupt page or a broken reference; undefined for a sound database. */
export function findDamage(sqlite: Database.Database): string | undefined {
  const result = sqlite.prepare<[], string>("PRAGMA integrity_check(1)").pluck().get();
  if (result !== "ok") return result ?? "integrity_check returned nothing";
  const orphan = sqlite
    .prepare<[], { table: string; parent: string }>("PRAGMA foreign_key_check")
    .get();
  return orphan && `a row of ${orphan.table} refers to no row of ${orphan.parent}`;
}
