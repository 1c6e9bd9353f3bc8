import { existsSync, statSync } from "node:fs";
import { access, constants, copyFile, mkdir, open, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import Database from "better-sqlite3";
import { beginEpoch, highestId } from "../../db/epoch.ts";
import { migrations } from "../../db/migrations/index.ts";
import type { Config } from "../config.ts";
import { shopIdOf } from "../config/shop-id.ts";
import { pathsOf, storedPath } from "../data/data-dir.ts";
import { lockDataDir } from "../data/data-lock.ts";
import { MODE_WORDS } from "../data/data-mode.ts";
import { dropUnfinished, makeUnpacked, swapIn } from "../data/data-swap.ts";
import { asDiskError, findNoRoom } from "../data/disk-room.ts";
import { sync, writeAndSync } from "../data/durable-file.ts";
import { CommandError } from "../errors.ts";
import type { StoredFile } from "../ports/files.ts";
import { readArchive } from "./archive.ts";
import { checkDatabase, type DatabaseFacts } from "./database-facts.ts";
import { bytesOf, DATABASE_NAME, fileEntryName, type Manifest, SECRET_NAME } from "./manifest.ts";

const DATABASE_MARK = "SQLite format 3\0";

/** Options of a restore. `anySecret` accepts a backup that was made with another secret. */
type RestoreRequest = { file: string; now: Date; anySecret?: boolean };

type Unpacked = {
  facts: DatabaseFacts;
  madeAt: Date;
  /** Whether the backup contains the stored files; otherwise the existing files remain. */
  hasFiles: boolean;
  /** Hashes of files that the database references but that are not stored. */
  missing: string[];
};

/** Completed restore. `replaced`: folder of the previous database; undefined if there was none. */
export type Restored = Unpacked & { replaced: string | undefined };

/**
 * Replaces the database by a backup (an archive or a plain database file) after verifying it. Keeps
 * the previous database and secret in a folder, and adds stored files to the existing ones. If
 * interrupted, the old state remains or the next command completes the restore. Throws a
 * CommandError.
 */
export async function restoreBackup(config: Config, request: RestoreRequest): Promise<Restored> {
  const { dataDir } = config;
  const { file, now } = request;
  await access(file, constants.R_OK).catch(({ code }) => {
    throw new CommandError(`${file} can't be read (${code}).`);
  });
  const lock = await lockDataDir(dataDir, { use: "exclusive", waitMs: 0 });
  try {
    const folder = await makeUnpacked(dataDir);
    const unpacked = (await isDatabase(file))
      ? await unpackDatabase(config, { ...request, folder })
      : await unpackArchive(config, { ...request, folder });
    requireOneDisk(dataDir);
    startEpoch(join(folder, DATABASE_NAME), { seen: checkpoint(pathsOf(dataDir).database), now });
    return { ...unpacked, replaced: await swapIn(dataDir, now) };
  } catch (error) {
    throw asDiskError(error, dataDir);
  } finally {
    await dropUnfinished(dataDir);
    lock.release();
  }
}

async function isDatabase(file: string): Promise<boolean> {
  const handle = await open(file, "r");
  try {
    const { buffer } = await handle.read(Buffer.alloc(DATABASE_MARK.length), 0, null, 0);
    return buffer.toString("latin1") === DATABASE_MARK;
  } finally {
    await handle.close();
  }
}

type UnpackRequest = RestoreRequest & { folder: string };

async function unpackArchive(config: Config, request: UnpackRequest): Promise<Unpacked> {
  const { file, folder, anySecret } = request;
  const manifest = await readArchive(file, {
    async begin(manifest) {
      requireFit(config, file, manifest);
      await requireRoom(folder, file, bytesOf(manifest));
      await mkdir(join(folder, basename(pathsOf("").files)), { mode: 0o700 });
    },
    async onEntry({ name }, content) {
      const path = join(folder, name);
      await (await open(path, "wx", 0o600)).close();
      await writeAndSync(path, content);
    },
  });
  for (const path of [join(folder, basename(pathsOf("").files)), folder]) await sync(path);
  const facts = factsOf(config, { file, path: join(folder, DATABASE_NAME) });
  if (!anySecret) await requireSecret(config, { folder, manifest });
  const names = new Set(manifest.entries.map(({ name }) => name));
  const absent = facts.files.filter(({ sha256 }) => !names.has(fileEntryName(sha256)));
  const hasFiles = manifest.files === "inside";
  const isIncomplete = absent.some(({ sha256 }) => !manifest.missing.includes(sha256));
  if (facts.schema !== manifest.schema || (hasFiles && isIncomplete)) {
    throw new CommandError(`${file} is damaged: it does not hold what its database names.`);
  }
  const missing = listMissing(config, absent);
  return { facts, madeAt: new Date(manifest.madeAt), hasFiles, missing };
}

/** Unpacks a plain database file, such as a copy made before a migration or kept by a restore. */
async function unpackDatabase(config: Config, request: UnpackRequest): Promise<Unpacked> {
  const { file, folder } = request;
  const { size, mtime } = await stat(file);
  await requireRoom(folder, file, size);
  const path = join(folder, DATABASE_NAME);
  await copyFile(file, path);
  for (const each of [path, folder]) await sync(each);
  const facts = factsOf(config, { file, path });
  return { facts, madeAt: mtime, hasFiles: false, missing: listMissing(config, facts.files) };
}

async function requireRoom(folder: string, file: string, bytes: number): Promise<void> {
  const noRoom = await findNoRoom(folder, bytes);
  if (noRoom) throw new CommandError(`There is no room for the content of ${file}: ${noRoom}.`);
}

/** Returns the hashes of files that the data directory lacks; empty if the store uses a bucket. */
function listMissing({ bucket, dataDir }: Config, files: StoredFile[]): string[] {
  if (bucket) return [];
  const sizeOf = (sha256: string) =>
    statSync(storedPath(dataDir, sha256), { throwIfNoEntry: false })?.size;
  return files.filter(({ sha256, bytes }) => sizeOf(sha256) !== bytes).map(({ sha256 }) => sha256);
}

function factsOf(config: Config, { file, path }: { file: string; path: string }): DatabaseFacts {
  const checked = checkDatabase(path);
  if ("damage" in checked) {
    throw new CommandError(`The database in ${file} is damaged: ${checked.damage}.`);
  }
  if ("foreign" in checked) {
    const why = `was changed by another program: ${checked.foreign}`;
    throw new CommandError(`The database in ${file} ${why}. Restore another backup.`);
  }
  requireFit(config, file, checked.facts);
  return checked.facts;
}

/** Throws if the schema is newer than this program, or the mode is not that of the settings. */
function requireFit(
  config: Pick<Config, "mode">,
  file: string,
  { schema, mode }: Pick<DatabaseFacts, "schema" | "mode">,
): void {
  const known = migrations.length;
  if (schema > known) {
    const versions = `it has schema ${schema}, this program knows ${known}`;
    throw new CommandError(`${file} is of a newer program: ${versions}. Restore it with that one.`);
  }
  if (mode === undefined || mode === config.mode) return;
  const [its, ours] = [MODE_WORDS[mode], MODE_WORDS[config.mode].name];
  throw new CommandError(
    `${file} holds the data of ${its.name}, and these settings are those of ${ours}: restore it with ${its.setting}.`,
  );
}

/** Requires that the store will have the secret that the backup was made with. */
async function requireSecret(
  { appSecret }: Pick<Config, "appSecret">,
  { folder, manifest }: { folder: string; manifest: Manifest },
): Promise<void> {
  if (manifest.shopId === null) return;
  const hasOwn = manifest.entries.some(({ name }) => name === SECRET_NAME);
  const own = hasOwn ? (await readFile(join(folder, SECRET_NAME), "utf8")).trim() : undefined;
  const secret = appSecret ?? own;
  if (secret !== undefined && shopIdOf({ secret }) === manifest.shopId) return;
  const remedy = hasOwn ? "leave it out, because the backup holds its own" : "set that one";
  throw new CommandError(
    `APP_SECRET is not the one that this backup was made with: ${remedy}, or add --other-secret. Then all links that were sent stop working, and payments since the backup are not found.`,
  );
}

/** Requires a single filesystem, because a restore swaps folders by renaming them. */
function requireOneDisk(dataDir: string): void {
  const { files, replaced } = pathsOf(dataDir);
  const diskOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.dev;
  const here = diskOf(dataDir);
  const other = [files, replaced].find((path) => ![undefined, here].includes(diskOf(path)));
  if (!other) return;
  throw new CommandError(`${other} is on another disk than ${dataDir}: move both to one disk.`);
}

/**
 * Checkpoints the current database into one file and returns its highest assigned id; 0 if it is
 * missing or damaged. Throws a CommandError if another program has it open.
 */
function checkpoint(database: string): number {
  if (!existsSync(database)) return 0;
  let sqlite: Database.Database | undefined;
  try {
    sqlite = new Database(database, { timeout: 0 });
    const seen = highestId(sqlite);
    // Fails if another connection is open; removes the WAL file.
    sqlite.pragma("journal_mode = DELETE");
    return seen;
  } catch (error) {
    const isBusy = error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY");
    if (!isBusy) return 0;
    throw new CommandError(`Another program has ${database} open: end it first.`);
  } finally {
    sqlite?.close();
  }
}

/** Prevents the restored rows from reusing ids and versions that devices have already received. */
function startEpoch(database: string, epoch: { seen: number; now: Date }): void {
  const sqlite = new Database(database);
  try {
    beginEpoch(sqlite, epoch);
  } finally {
    sqlite.close();
  }
}
