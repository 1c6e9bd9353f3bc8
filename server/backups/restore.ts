import { existsSync, lstatSync, statSync } from "node:fs";
import { access, constants } from "node:fs/promises";
import { basename, join } from "node:path";
import Database from "better-sqlite3";
import { beginEpoch, highestId } from "../../db/epoch.ts";
import type { Config } from "../config.ts";
import { pathsOf } from "../data/data-dir.ts";
import { lockDataDir } from "../data/data-lock.ts";
import { dropUnfinished, findReplaced, makeUnpacked, swapIn } from "../data/data-swap.ts";
import { CommandError } from "../errors.ts";
import { asDiskError } from "../data/disk-error.ts";
import { unpack, type Unpacked } from "./unpack.ts";

const DAMAGED = /^SQLITE_(CORRUPT|NOTADB|IOERR)/;

/** Where that is which was here before; undefined where nothing was. */
type Replaced = { replaced: string | undefined };

/**
 * Puts a backup in the place of what the data directory holds, once all of it was found whole: nothing is
 * touched before. What was there stays in a folder of its own. Killed at any moment, it leaves the old
 * state, or the new one, or what the next use of the directory brings to the new one. Throws a
 * CommandError in words for a person.
 */
export async function restoreBackup(
  config: Config,
  { file, now, anySecret = false }: { file: string; now: Date; anySecret?: boolean },
): Promise<Unpacked & Replaced> {
  const { dataDir } = config;
  await access(file, constants.R_OK).catch(({ code }) => {
    throw new CommandError(`${file} can't be read (${code}).`);
  });
  return aloneWith(dataDir, async () => {
    const folder = await makeUnpacked(dataDir);
    const unpacked = await unpack(config, { file, folder, anySecret });
    return { ...unpacked, replaced: await putInPlace(dataDir, { from: folder, now }) };
  });
}

/**
 * Takes the last restore back: what it has replaced is in place again, and what it had put there stays in
 * a folder of its own, so that this can be taken back too. Throws like `restoreBackup`.
 */
export async function undoRestore(
  { dataDir }: Pick<Config, "dataDir">,
  now: Date,
): Promise<Replaced> {
  return aloneWith(dataDir, async () => {
    const from = await findReplaced(dataDir);
    if (!from) throw new CommandError(`${dataDir} has no restore that could be taken back.`);
    return { replaced: await putInPlace(dataDir, { from, now }) };
  });
}

async function aloneWith<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  const lock = await lockDataDir(dataDir, { use: "exclusive", waitMs: 0 });
  try {
    return await work();
  } catch (error) {
    throw asDiskError(error, dataDir);
  } finally {
    await dropUnfinished(dataDir);
    lock.release();
  }
}

async function putInPlace(
  dataDir: string,
  { from, now }: { from: string; now: Date },
): Promise<string | undefined> {
  const { database } = pathsOf(dataDir);
  requireOneDisk(dataDir);
  const seen = settle(database);
  startEpoch(join(from, basename(database)), { seen, now });
  return swapIn(dataDir, { from, now });
}

/** Renaming is what makes a restore happen at once, and works on one disk alone. */
function requireOneDisk(dataDir: string): void {
  const { database, secret, files, replaced } = pathsOf(dataDir);
  const { dev } = statSync(dataDir);
  const isElsewhere = (found: { dev: number } | undefined) =>
    found !== undefined && found.dev !== dev;
  // A link in the place of one of these is moved as it is.
  const moved = [database, secret, files].find((path) =>
    isElsewhere(lstatSync(path, { throwIfNoEntry: false })),
  );
  const other = moved ?? (isElsewhere(statSync(replaced, { throwIfNoEntry: false })) && replaced);
  if (!other) return;
  throw new CommandError(`${other} is on another disk than ${dataDir}: bring both on one first.`);
}

/**
 * Checkpoints the current database into one file and returns its highest assigned id. A damaged
 * database is moved unchanged. Throws CommandError when another program has it open.
 */
function settle(database: string): number {
  if (!existsSync(database)) return 0;
  let sqlite: Database.Database | undefined;
  try {
    sqlite = new Database(database, { timeout: 0 });
    const seen = highestId(sqlite);
    // Possible for one alone, and leaves no log beside the file.
    sqlite.pragma("journal_mode = DELETE");
    return seen;
  } catch (error) {
    if (!codeOf(error).startsWith("SQLITE_BUSY")) return 0;
    throw new CommandError(`Another program has ${database} open: end it first.`);
  } finally {
    sqlite?.close();
  }
}

/**
 * Prevents rows from reusing ids, versions and change sequences that open windows and devices
 * received before the restore.
 */
function startEpoch(database: string, given: { seen: number; now: Date }): void {
  const sqlite = new Database(database);
  try {
    beginEpoch(sqlite, given);
  } catch (error) {
    // One that was damaged before it was replaced is taken back as it was.
    if (!DAMAGED.test(codeOf(error))) throw error;
  } finally {
    sqlite.close();
  }
}

function codeOf(error: unknown): string {
  return error instanceof Database.SqliteError ? error.code : "";
}
