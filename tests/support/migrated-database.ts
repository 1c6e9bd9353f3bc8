import { openDatabase } from "../../db/client.ts";
import { migrations } from "../../db/migrations/index.ts";

let migrated: Buffer | undefined;

/** Returns an empty database with all migrations applied, cached because migrating is slow. */
export function migratedDatabase(): Buffer {
  if (!migrated) {
    const db = openDatabase(":memory:");
    migrated = db.sqlite.serialize();
    db.close();
  }
  return migrated;
}

/** Returns the migrations that precede this one. */
export function migrationsBefore(migration: string): readonly string[] {
  return migrations.slice(0, migrations.indexOf(migration));
}
