import { statSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import { type Db, openDatabase } from "../../db/client.ts";
import { type Config, ConfigError } from "../config.ts";
import { errorCodeOf } from "../errors.ts";
import { inDataDir, keptSecret, pathsOf, tighten } from "./data-dir.ts";
import { lockDataDir } from "./data-lock.ts";
import { claimMode } from "./data-mode.ts";
import { schemaVersion } from "../../db/migrate.ts";
import { migrations } from "../../db/migrations/index.ts";
import { copyDatabase } from "../../db/snapshot.ts";
import { databaseBytes, findNoRoom } from "./disk-room.ts";
import { makeDurably } from "./durable-file.ts";

/** Maximum wait for a rejected restore to release the lock. */
const LOCK_WAIT_MS = 2000;

export type Store = { db: Db; secret: string };

/**
 * Opens the data directory under its lock; closing the database releases the lock. Throws
 * ConfigError when the data belongs to another mode.
 */
export async function openStore(config: Config): Promise<Store> {
  const { dataDir, appSecret, replicaUrl } = config;
  const paths = pathsOf(dataDir);
  const lock = await lockDataDir(dataDir, { use: "shared", waitMs: LOCK_WAIT_MS });
  let db: Db | undefined;
  try {
    db = await inDataDir(dataDir, async () => {
      await tighten(dataDir);
      await copyBeforeMigration(paths);
      return openDatabase(paths.database, { isReplicated: replicaUrl !== undefined });
    });
    claimMode(db, config);
    const secret = appSecret ?? (await keptSecret(dataDir));
    return { db: closingWith(db, lock.release), secret };
  } catch (error) {
    db?.close();
    lock.release();
    throw error;
  }
}

function closingWith(db: Db, release: () => void): Db {
  const { close } = db;
  return Object.assign(db, {
    close() {
      close();
      release();
    },
  });
}

const COPIES_KEPT = 2;
const NAME = /^before-schema-(\d+)\.sqlite$/;
const NO_ROOM = /^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_WRITE)$/;

/** Copies an older database to `before-schema-{number}.sqlite`; keeps the newest two copies. */
async function copyBeforeMigration({
  database,
  backups,
}: {
  database: string;
  backups: string;
}): Promise<void> {
  if (!statSync(database, { throwIfNoEntry: false })?.isFile()) return;
  // Opened read-write, because a read-only connection cannot recover the journal after a crash.
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
    if (!NO_ROOM.test(errorCodeOf(error))) throw error;
    throw refusal(`the disk of ${backups} is full: make room`);
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
