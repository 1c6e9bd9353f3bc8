import { openDatabase } from "../../db/client.ts";

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
