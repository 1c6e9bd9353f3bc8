import { openDatabase } from "../../db/client.ts";
import { migrations } from "../../db/migrations/index.ts";

let migrated: Buffer | undefined;

/** An empty database with every migration, which takes longer to apply than to copy. */
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
