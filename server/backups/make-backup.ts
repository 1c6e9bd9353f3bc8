import { createHash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { openReader, type Reader } from "../../db/client.ts";
import { copyDatabase, deleteSignInCodes } from "../../db/snapshot.ts";
import type { Config } from "../config.ts";
import { shopIdOf } from "../config/shop-id.ts";
import { findKeptSecret, pathsOf, storedPath } from "../data/data-dir.ts";
import { lockDataDir } from "../data/data-lock.ts";
import { asDiskError, databaseBytes, findNoRoom } from "../data/disk-room.ts";
import { dropAbandonedParts, makeDurably, withPart } from "../data/durable-file.ts";
import { CommandError } from "../errors.ts";
import type { StoredFile } from "../ports/files.ts";
import { readArchive, writeArchive } from "./archive.ts";
import { checkDatabase, type DatabaseFacts, readFacts } from "./database-facts.ts";
import {
  type ArchiveEntry,
  bytesOf,
  DATABASE_NAME,
  fileEntryName,
  isFileEntry,
  type Manifest,
  newManifest,
  SECRET_NAME,
} from "./manifest.ts";

const LOCK_WAIT_MS = 2000;

type BackupRequest = { file: string; now: Date; signal?: AbortSignal };

export type MadeBackup = { bytes: number; files: number; missing: string[] };

/**
 * Writes a consistent archive of database, secret and stored files, even while the store runs, and
 * verifies it. The archive contains the secret, so it contains no sign-in codes. Skips unreadable
 * files and returns their names. On failure, throws a CommandError or the signal's reason, and leaves
 * no file.
 */
export async function makeBackup(config: Config, request: BackupRequest): Promise<MadeBackup> {
  const { file, now, signal } = request;
  const { database } = pathsOf(config.dataDir);
  if (!existsSync(database)) throw new CommandError(`${config.dataDir} holds no store.`);
  if (existsSync(file)) throw new CommandError(`${file} already exists: name another file.`);
  const folder = dirname(file);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new CommandError(`${folder} is no folder: create it, or name another file.`);
  }
  const lock = await lockDataDir(config.dataDir, { use: "shared", waitMs: LOCK_WAIT_MS });
  const live = openReader(database);
  try {
    await dropAbandonedParts(folder);
    await requireRoom(folder, { database, live });
    return await withPart(folder, async (copy) => {
      copyDatabase(live.sqlite, copy);
      deleteSignInCodes(copy);
      const { manifest, paths } = await gather({ config, live, copy, now });
      await makeDurably(file, async (part) => {
        await writeArchive(part, { manifest, paths, signal });
        await readArchive(part);
      });
      const files = manifest.entries.filter(isFileEntry).length;
      return { bytes: bytesOf(manifest), files, missing: manifest.missing };
    });
  } catch (error) {
    throw asDiskError(error, folder);
  } finally {
    live.close();
    lock.release();
  }
}

/** Throws unless there is room for a database copy, and an archive of that copy and the files. */
async function requireRoom(
  folder: string,
  { database, live }: { database: string; live: Reader },
): Promise<void> {
  const files = readFacts(live).files.reduce((sum, { bytes }) => sum + bytes, 0);
  const noRoom = await findNoRoom(folder, 2 * databaseBytes(database) + files);
  if (noRoom) throw new CommandError(`There is no room for a backup: ${noRoom}.`);
}

type GatherInput = { config: Config; live: Reader; copy: string; now: Date };

/** Lists and hashes the content of the archive. Throws a CommandError if the copy is damaged. */
export async function gather({ config, live, copy, now }: GatherInput) {
  const { dataDir } = config;
  const facts = factsOfCopy(copy);
  const secretPath = pathsOf(dataDir).secret;
  const secret = await findKeptSecret(secretPath);
  const shopSecret = config.appSecret ?? secret;
  const entries: ArchiveEntry[] = [];
  const paths = new Map<string, string>();
  const add = async (name: string, path: string, file?: StoredFile) => {
    const found = await hashFile(path).catch(() => undefined);
    if (!found || (file && found.sha256 !== file.sha256)) return false;
    entries.push({ name, ...found });
    paths.set(name, path);
    return true;
  };
  await add(DATABASE_NAME, copy);
  if (secret !== undefined) await add(SECRET_NAME, secretPath);
  const missing: string[] = [];
  for (const file of config.bucket ? [] : facts.files) {
    const { sha256 } = file;
    if (!(await add(fileEntryName(sha256), storedPath(dataDir, sha256), file)))
      missing.push(sha256);
  }
  // Files deleted after the copy was made do not count as missing.
  const stillNamed = new Set(readFacts(live).files.map(({ sha256 }) => sha256));
  const manifest: Manifest = newManifest({
    program: packageJson.version,
    schema: facts.schema,
    mode: facts.mode ?? config.mode,
    madeAt: now.toISOString(),
    shopId: shopSecret === undefined ? null : shopIdOf({ secret: shopSecret }),
    files: config.bucket ? "elsewhere" : "inside",
    missing: missing.filter((sha256) => stillNamed.has(sha256)),
    entries,
  });
  return { manifest, paths };
}

function factsOfCopy(copy: string): DatabaseFacts {
  const checked = checkDatabase(copy);
  if ("facts" in checked) return checked.facts;
  throw new CommandError(
    "damage" in checked
      ? `The database is damaged: ${checked.damage}. Restore a backup.`
      : `A backup of this database could not be restored: ${checked.foreign}.`,
  );
}

async function hashFile(path: string): Promise<StoredFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of Bun.file(path).stream()) {
    hash.update(chunk);
    bytes += chunk.byteLength;
  }
  return { sha256: hash.digest("hex"), bytes };
}
