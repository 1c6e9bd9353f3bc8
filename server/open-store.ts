import { type Db, openDatabase } from "../db/client.ts";
import type { Config } from "./config.ts";
import { inDataDir, keptSecret, pathsOf, tighten } from "./data-dir.ts";
import { claimMode } from "./data-mode.ts";
import type { FileStore } from "./deps.ts";
import { diskFiles } from "./integrations/disk-files.ts";

/** The store's own state: database, files and signing secret, all under DATA_DIR. */
export type Store = { db: Db; files: FileStore; secret: string };

/**
 * Opens the data directory, making what is missing; only this user may read it. Throws a ConfigError
 * when that cannot be done, when the data belongs to another mode, or when the secret that is kept
 * there cannot be read.
 */
export async function openStore(config: Config): Promise<Store> {
  const { dataDir, appSecret } = config;
  const paths = pathsOf(dataDir);
  const db = await inDataDir(dataDir, async () => {
    await tighten(dataDir);
    return openDatabase(paths.database);
  });
  try {
    claimMode(db, config);
    return { db, files: diskFiles(paths), secret: appSecret ?? (await keptSecret(dataDir)) };
  } catch (error) {
    db.close();
    throw error;
  }
}
