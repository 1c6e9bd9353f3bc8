import { open } from "node:fs/promises";
import Database from "better-sqlite3";
import { ConfigError } from "./config.ts";
import { inDataDir, pathsOf } from "./data-dir.ts";

type DataLock = { release: () => void };

/**
 * Keeps the data directory for this process: no other can lock it until `release`, or until this
 * process ends, however it ends, for the lock is the operating system's own. Waits up to `waitMs`,
 * blocking, for one that is about to release it. Throws a ConfigError when it is taken.
 *
 * `serve` alone locks. Other commands run beside it: SQLite orders their writes (decision: one-serve).
 */
export async function lockDataDir(dataDir: string, waitMs: number): Promise<DataLock> {
  const path = pathsOf(dataDir).lock;
  return inDataDir(dataDir, async () => {
    // A file that may only be read is one that SQLite seems to lock without doing so.
    await (await open(path, "a", 0o600)).close();
    const holder = new Database(path, { timeout: waitMs });
    try {
      // Nothing is ever stored in it: no journal is needed beside it.
      holder.pragma("journal_mode = MEMORY");
      holder.exec("BEGIN EXCLUSIVE");
    } catch (error) {
      holder.close();
      if (!isBusy(error)) throw error;
      throw new ConfigError([`DATA_DIR: ${dataDir} is in use by another store`]);
    }
    return { release: () => void holder.close() };
  });
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY");
}
