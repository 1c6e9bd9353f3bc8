import { open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { ConfigError } from "./config.ts";
import { inDataDir, pathsOf } from "./data-dir.ts";

type DataLock = { release: () => void };

/**
 * Keeps the data directory for this process: no other can lock it until `release`, or until this
 * process ends, however it ends, for the lock is the operating system's own. Waits up to `waitMs`
 * for one that is about to release it. Throws a ConfigError when it is taken.
 *
 * `serve` alone locks. Other commands run beside it: SQLite orders their writes (decision: one-serve).
 */
export async function lockDataDir(dataDir: string, waitMs: number): Promise<DataLock> {
  return lockFile(dataDir, { path: pathsOf(dataDir).lock, waitMs });
}

/**
 * The same for the door: the one store of this data directory that may be sent requests. A store that
 * is leaving gives it to the next one while it still has the data (decision: handover).
 */
export async function lockDoor(dataDir: string, waitMs: number): Promise<DataLock> {
  return lockFile(dataDir, { path: pathsOf(dataDir).door, waitMs });
}

/** How long a lock is free before the next process notices. */
const LOOK_EVERY_MS = 25;

async function lockFile(
  dataDir: string,
  { path, waitMs }: { path: string; waitMs: number },
): Promise<DataLock> {
  return inDataDir(dataDir, async () => {
    // A file that may only be read is one that SQLite seems to lock without doing so.
    await (await open(path, "a", 0o600)).close();
    // SQLite's own waiting would hold up the thread that answers health checks.
    const holder = new Database(path, { timeout: 0 });
    try {
      for (const endsAt = performance.now() + waitMs; !tryLock(holder);) {
        if (performance.now() >= endsAt) {
          throw new ConfigError([`DATA_DIR: ${dataDir} is in use by another store`]);
        }
        await sleep(LOOK_EVERY_MS);
      }
    } catch (error) {
      holder.close();
      throw error;
    }
    return { release: () => void holder.close() };
  });
}

function tryLock(holder: Database.Database): boolean {
  try {
    // Nothing is ever stored in it: no journal is needed beside it.
    holder.pragma("journal_mode = MEMORY");
    holder.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY");
}
