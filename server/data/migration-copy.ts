import { statSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import { schemaVersion } from "../../db/migrate.ts";
import { migrations } from "../../db/migrations/index.ts";
import { copyDatabase } from "../../db/snapshot.ts";
import { databaseBytes, findNoRoom } from "./disk-room.ts";
import { ConfigError } from "../config.ts";
import { makeDurably } from "./durable-file.ts";

const COPIES_KEPT = 2;
const NAME = /^before-schema-(\d+)\.sqlite$/;
const NO_ROOM = /^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_WRITE)$/;

/**
 * Copies a database before it is migrated, to `{backups}/before-schema-{number of the migration}.sqlite`,
 * and keeps the newest two copies. Throws a ConfigError when there is no room.
 */
export async function copyBeforeMigration({
  database,
  backups,
}: {
  database: string;
  backups: string;
}): Promise<void> {
  if (!statSync(database, { throwIfNoEntry: false })?.isFile()) return;
  // A read-only connection can't recover the journal of a crash.
  const sqlite = new Database(database, { fileMustExist: true });
  try {
    const found = schemaVersion(sqlite);
    if (found === 0 || found >= migrations.length) return;
    await mkdir(backups, { recursive: true, mode: 0o700 });
    const noRoom = await findNoRoom(backups, databaseBytes(database));
    if (noRoom) throw refusal(noRoom);
    await makeDurably(join(backups, `before-schema-${found + 1}.sqlite`), (part) =>
      copyDatabase(sqlite, part),
    );
    await dropOldCopies(backups);
  } catch (error) {
    if (error instanceof Error && "code" in error && NO_ROOM.test(String(error.code))) {
      throw refusal(`the disk of ${backups} is full: make room`);
    }
    throw error;
  } finally {
    sqlite.close();
  }
}

function refusal(why: string): ConfigError {
  const what = "the database is copied before this program changes it";
  return new ConfigError([`DATA_DIR: ${what}, and ${why}, then start again`]);
}

async function dropOldCopies(backups: string): Promise<void> {
  const numbers = (await readdir(backups))
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .map(Number);
  const old = numbers.toSorted((a, b) => b - a).slice(COPIES_KEPT);
  for (const number of old) await rm(join(backups, `before-schema-${number}.sqlite`));
}
