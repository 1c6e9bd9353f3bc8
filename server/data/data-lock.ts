import { access, constants, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { ConfigError } from "../config.ts";
import { inDataDir, pathsOf } from "./data-dir.ts";
import { finishSwap, isSwapping } from "./data-swap.ts";

/**
 * SQLite locks on an empty file: `shared` allows other commands and one `serve`, `exclusive` is for
 * a restore. The OS releases the lock when the process exits.
 */
const USES = {
  shared: "BEGIN; SELECT * FROM sqlite_schema",
  serve: "BEGIN IMMEDIATE",
  exclusive: "BEGIN EXCLUSIVE",
} as const;
type Use = keyof typeof USES;

type DataLock = { release: () => void };
type LockRequest = { use: Use; waitMs: number };

/** Maximum wait for another process to finish the same restore and release the lock. */
const FINISH_WAIT_MS = 5000;
const RETRY_EVERY_MS = 25;

/**
 * Locks the data directory until `release`, waiting up to `waitMs`, and finishes an interrupted
 * restore first. Throws ConfigError if the directory is in use.
 */
export async function lockDataDir(dataDir: string, request: LockRequest): Promise<DataLock> {
  for (;;) {
    const lock = await lockFile(dataDir, request);
    if (!isSwapping(dataDir)) return lock;
    lock.release();
    await finishInterrupted(dataDir);
  }
}

async function finishInterrupted(dataDir: string): Promise<void> {
  const lock = await lockFile(dataDir, { use: "exclusive", waitMs: FINISH_WAIT_MS });
  try {
    // Another process may have finished the restore in the meantime.
    if (isSwapping(dataDir)) await finishSwap(dataDir);
  } finally {
    lock.release();
  }
}

function lockFile(dataDir: string, { use, waitMs }: LockRequest): Promise<DataLock> {
  return inDataDir(dataDir, async () => {
    const path = pathsOf(dataDir).lock;
    await makeLockFile(path);
    // SQLite's busy timeout would block this thread.
    const holder = new Database(path, { timeout: 0 });
    try {
      for (const endsAt = performance.now() + waitMs; !tryLock(holder, use);) {
        if (performance.now() >= endsAt) {
          throw new ConfigError([`DATA_DIR: ${dataDir} ${whyTaken(holder, use)}`]);
        }
        await sleep(RETRY_EVERY_MS);
      }
    } catch (error) {
      holder.close();
      throw error;
    }
    return { release: () => void holder.close() };
  });
}

/**
 * Rejects a read-only file, which SQLite would pretend to lock. An existing file is never opened:
 * closing it would release this process's own POSIX locks.
 */
async function makeLockFile(path: string): Promise<void> {
  await writeFile(path, "", { flag: "wx", mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await access(path, constants.W_OK);
}

function tryLock(holder: Database.Database, use: Use): boolean {
  try {
    // The file stays empty, so it needs no journal.
    holder.pragma("journal_mode = MEMORY");
    holder.exec(USES[use]);
    return true;
  } catch (error) {
    if (!(error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY"))) {
      throw error;
    }
    if (holder.inTransaction) holder.exec("ROLLBACK");
    return false;
  }
}

/** Explains a failed lock. If even a shared lock fails, a restore holds the exclusive one. */
function whyTaken(holder: Database.Database, use: Use): string {
  if (!tryLock(holder, "shared")) return "is being restored: wait until that has ended";
  if (use === "serve") return "is in use by another store";
  return "is in use: stop the store and other papercub commands first";
}
