import Database from "better-sqlite3";

/** Writes a snapshot to `target`, without fsync. Blocks this thread, but no other process. */
export function copyDatabase(sqlite: Database.Database, target: string): void {
  sqlite.prepare("VACUUM INTO ?").run(target);
}

/** Deletes the sign-in codes and links of a snapshot, and overwrites their seeds. */
export function deleteSignInCodes(snapshot: string): void {
  const sqlite = new Database(snapshot, { fileMustExist: true });
  try {
    sqlite.pragma("secure_delete = ON");
    // Without WHERE and foreign keys, so that whole pages are overwritten: rows that are deleted one
    // by one leave copies of moved rows.
    sqlite.pragma("foreign_keys = OFF");
    sqlite.exec("DELETE FROM one_time_codes");
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
