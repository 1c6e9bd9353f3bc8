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

/** A restore that is refused holds the directory for a moment. */
const LOCK_WAIT_MS = 2000;

/** The store's own state: database, files and signing secret, all under DATA_DIR. */
export type Store = { db: Db; files: FileStore; secret: string };

/** The file store: in the bucket, where one is set up, else on disk. */
export function openFiles({ dataDir, bucket }: Pick<Config, "dataDir" | "bucket">): FileStore {
  const paths = pathsOf(dataDir);
  if (!bucket) return diskFiles(paths);
  return s3Files({ ...paths, bucket: s3Bucket(bucket), isPublic: bucket.isPublic });
}

/**
 * Opens the data directory, making what is missing; only this user may read it. Closing the database
 * leaves the directory to others. Throws a ConfigError when it cannot be opened, when the data belongs to
 * another mode, or when the secret that is kept there cannot be read.
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
