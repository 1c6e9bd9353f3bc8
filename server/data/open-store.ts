import { type Db, openDatabase } from "../../db/client.ts";
import type { Config } from "../config.ts";
import { inDataDir, keptSecret, pathsOf, tighten } from "./data-dir.ts";
import { lockDataDir } from "./data-lock.ts";
import { claimMode } from "./data-mode.ts";
import type { FileStore } from "../ports/files.ts";
import { diskFiles } from "../integrations/disk-files.ts";
import { s3Bucket } from "../integrations/s3-bucket.ts";
import { s3Files } from "../integrations/s3-files.ts";
import { copyBeforeMigration } from "./migration-copy.ts";

/** A refused restore holds the lock for a moment. */
const LOCK_WAIT_MS = 2000;

/** The store's state: database, files and signing secret. */
export type Store = { db: Db; files: FileStore; secret: string };

/** The file store: the bucket if one is set, else the disk. */
export function openFiles({ dataDir, bucket }: Pick<Config, "dataDir" | "bucket">): FileStore {
  const paths = pathsOf(dataDir);
  if (!bucket) return diskFiles(paths);
  return s3Files({ ...paths, bucket: s3Bucket(bucket), isPublic: bucket.isPublic });
}

/**
 * Opens the data directory and creates what is missing. Closing the database releases its lock. Throws
 * a ConfigError when it can't be opened, belongs to another mode, or its secret can't be read.
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
    return { db: closingWith(db, lock.release), files: openFiles(config), secret };
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
