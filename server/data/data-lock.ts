import { access, constants, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { ConfigError } from "../config.ts";
import { inDataDir, pathsOf } from "./data-dir.ts";
import { finishSwap, isSwapping } from "./data-swap.ts";

/**
 * How a process uses the data directory, each a lock of SQLite's on an empty file. One serves and others
 * work beside it, for SQLite orders their writes; a restore changes what stands there, and is alone with
 * it (decision: one-serve).
 */
const USES = {
  beside: "BEGIN; SELECT * FROM sqlite_schema",
  serve: "BEGIN IMMEDIATE",
  alone: "BEGIN EXCLUSIVE",
} as const;
type Use = keyof typeof USES;

type DataLock = { release: () => void };
type Wanted = { use: Use; waitMs: number };

/**
 * Keeps the data directory for a use until `release`, or until this process ends, however it ends, for
 * the lock is the operating system's own. Waits up to `waitMs` for one that is about to release it. A
 * restore that was cut short is brought to its end first. Throws a ConfigError when the directory is in
 * use.
 */
export async function lockDataDir(dataDir: string, wanted: Wanted): Promise<DataLock> {
  const path = pathsOf(dataDir).lock;
  for (;;) {
    const lock = await lockFile(dataDir, { path, ...wanted });
    // None can begin from here on.
    if (!isSwapping(dataDir)) return lock;
    lock.release();
    await inDataDir(dataDir, () => finishAlone(dataDir));
  }
}

/**
 * The same for the door: the one store of this data directory that may be sent requests. A store that
 * is leaving gives it to the next one while it still has the data (decision: handover).
 */
export async function lockDoor(dataDir: string, waitMs: number): Promise<DataLock> {
  return lockFile(dataDir, { path: pathsOf(dataDir).door, use: "serve", waitMs });
}

/** Others look at the lock for a moment, when they find the same. */
const FINISH_WAIT_MS = 5000;

/** Brings a restore to its end that was cut short, unless another process has done so meanwhile. */
async function finishAlone(dataDir: string): Promise<void> {
  const path = pathsOf(dataDir).lock;
  const alone = await lockFile(dataDir, { path, use: "alone", waitMs: FINISH_WAIT_MS });
  try {
    if (isSwapping(dataDir)) await finishSwap(dataDir);
  } finally {
    alone.release();
  }
}

/** How long a lock is free before the next process notices. */
const LOOK_EVERY_MS = 25;

async function lockFile(
  dataDir: string,
  { path, use, waitMs }: Wanted & { path: string },
): Promise<DataLock> {
  return inDataDir(dataDir, async () => {
    await makeLockFile(path);
    // SQLite's own waiting would hold up the thread that answers health checks.
    const holder = new Database(path, { timeout: 0 });
    try {
      for (const endsAt = performance.now() + waitMs; !tryLock(holder, use);) {
        if (performance.now() >= endsAt) {
          throw new ConfigError([`DATA_DIR: ${dataDir} ${whyTaken(holder, use)}`]);
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

/**
 * Makes the file when there is none, and rejects when it may only be read: SQLite seems to lock that and
 * does not. It is not opened when it is there: closing it would release what this process has locked in
 * it.
 */
async function makeLockFile(path: string): Promise<void> {
  await writeFile(path, "", { flag: "wx", mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await access(path, constants.W_OK);
}

function tryLock(holder: Database.Database, use: Use): boolean {
  try {
    // Nothing is ever stored in it: no journal is needed beside it.
    holder.pragma("journal_mode = MEMORY");
    holder.exec(USES[use]);
    return true;
  } catch (error) {
    if (!isBusy(error)) throw error;
    if (holder.inTransaction) holder.exec("ROLLBACK");
    return false;
  }
}

/** Only what is alone with the directory lets none work beside it. */
function whyTaken(holder: Database.Database, use: Use): string {
  if (!tryLock(holder, "beside")) return "is being restored: wait until that has ended";
  if (use === "serve") return "is in use by another store";
  return "is in use: stop the store, and whatever else works on it, first";
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY");
}
