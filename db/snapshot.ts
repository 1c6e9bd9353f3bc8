import Database from "better-sqlite3";

/** Writes a snapshot to `target`, without fsync. Blocks this thread, but no other process. */
export function copyDatabase(sqlite: Database.Database, target: string): void {
  sqlite.prepare("VACUUM INTO ?").run(target);
}

/**
 * Makes the sign-in codes and links of a snapshot unusable, and overwrites their seeds. The counts
 * of wrong guesses stay.
 */
export function voidCodes(snapshot: string): void {
  const sqlite = new Database(snapshot, { fileMustExist: true });
  try {
    sqlite.pragma("secure_delete = ON");
    sqlite.exec("UPDATE one_time_codes SET seed = '', expires_at = created_at");
  } finally {
    sqlite.close();
  }
}

/** Describes a corrupt page or a broken foreign key; undefined if the database is intact. */
export function findDamage(sqlite: Database.Database): string | undefined {
  const result = sqlite.prepare<[], string>("PRAGMA integrity_check(1)").pluck().get();
  if (result !== "ok") return result ?? "integrity_check returned nothing";
  const orphan = sqlite
    .prepare<[], { table: string; parent: string }>("PRAGMA foreign_key_check")
    .get();
  return orphan && `a row of ${orphan.table} refers to no row of ${orphan.parent}`;
}
