import { copyFile, mkdir, open, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { openReader } from "../../db/client.ts";
import { findForeignSchema } from "../../db/foreign-schema.ts";
import { migrations } from "../../db/migrations/index.ts";
import { findDamage } from "../../db/snapshot.ts";
import type { Config } from "../config.ts";
import { MODE_WORDS } from "../data/data-mode.ts";
import { shopIdOf } from "../domain/orders/shop-id.ts";
import { sync, writeAndSync } from "../data/durable-file.ts";
import { CommandError } from "../errors.ts";
import { type DatabaseFacts, type NamedFile, readFacts } from "./database-facts.ts";
import { bytesOf, DATABASE_NAME, fileEntryName, type Manifest, SECRET_NAME } from "./manifest.ts";
import { readArchive } from "./read-archive.ts";
import { findNoRoom } from "../data/disk-room.ts";
import { storedFilesOf } from "./stored-files.ts";

/** How a database file begins. */
const DATABASE_MARK = "SQLite format 3\0";

type Given = {
  /** An archive, or a copy of a database alone. */
  file: string;
  /** An empty folder. */
  folder: string;
  /** Whether the archive may be one of another secret than this store will have. */
  anySecret: boolean;
};

/** What was found whole. */
export type Unpacked = {
  facts: DatabaseFacts;
  madeAt: Date;
  /** Whether the stored files came with it; else they are those that are there. */
  hasFiles: boolean;
  /** Files that its rows name and that are not there. */
  missing: string[];
};

/**
 * Unpacks a backup and proves all of it: what its manifest promises, the database by itself and with the
 * files that it names, and that this program, its mode and its secret are those that it needs. It is on
 * the disk then. Throws a CommandError in words for a person; what is in the folder is to be thrown away.
 */
export async function unpack(config: Config, given: Given): Promise<Unpacked> {
  return (await isDatabase(given.file)) ? unpackDatabase(config, given) : unpackAll(config, given);
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

async function unpackAll(config: Config, { file, folder, anySecret }: Given): Promise<Unpacked> {
  const manifest = await readArchive(file, {
    async begin(manifest) {
      requireFit(config, file, manifest);
      const noRoom = await findNoRoom(folder, bytesOf(manifest));
      if (noRoom) throw new CommandError(`There is no room for what ${file} holds: ${noRoom}.`);
      if (manifest.files === "inside") await mkdir(join(folder, "files"), { mode: 0o700 });
    },
    async keep({ name }, content) {
      const path = join(folder, name);
      await (await open(path, "wx", 0o600)).close();
      await writeAndSync(path, content);
    },
  });
  const hasFiles = manifest.files === "inside";
  for (const path of hasFiles ? [join(folder, "files"), folder] : [folder]) await sync(path);
  const facts = proveDatabase(config, { file, path: join(folder, DATABASE_NAME) });
  if (facts.schema !== manifest.schema) throw notWhat(file);
  if (!anySecret) await requireSecret(config, { folder, manifest });
  const absent = absentFrom(manifest, facts.files);
  // Where files come with it, it has to hold all but those that it says it does not.
  if (hasFiles && absent.some(({ sha256 }) => !manifest.missing.includes(sha256))) {
    throw notWhat(file);
  }
  const missing = hasFiles ? absent.map(({ sha256 }) => sha256) : await missingHere(config, absent);
  return { facts, madeAt: new Date(manifest.madeAt), hasFiles, missing };
}

/** What the store copies before a migration. Its secret and its files are those that are there. */
async function unpackDatabase(config: Config, { file, folder }: Given): Promise<Unpacked> {
  const { size, mtime } = await stat(file);
  const noRoom = await findNoRoom(folder, size);
  if (noRoom) throw new CommandError(`There is no room for a copy of ${file}: ${noRoom}.`);
  const path = join(folder, DATABASE_NAME);
  await copyFile(file, path);
  for (const each of [path, folder]) await sync(each);
  const facts = proveDatabase(config, { file, path });
  return {
    facts,
    madeAt: mtime,
    hasFiles: false,
    missing: await missingHere(config, facts.files),
  };
}

function absentFrom({ entries }: Manifest, named: NamedFile[]): NamedFile[] {
  const names = new Set(entries.map(({ name }) => name));
  return named.filter(({ sha256 }) => !names.has(fileEntryName(sha256)));
}

/** Which of these files the store has not; none where they are not in its folder. */
async function missingHere(config: Config, named: NamedFile[]): Promise<string[]> {
  const stored = storedFilesOf(config);
  const missing: string[] = [];
  for (const file of named) {
    if (stored && !(await stored.has(file))) missing.push(file.sha256);
  }
  return missing;
}

function proveDatabase(config: Config, { file, path }: { file: string; path: string }) {
  const facts = readWhole(file, path);
  requireFit(config, file, facts);
  return facts;
}

function readWhole(file: string, path: string): DatabaseFacts {
  const db = openReader(path);
  try {
    const damage = findDamage(db.sqlite);
    if (damage) throw new CommandError(`The database in ${file} is damaged: ${damage}.`);
    const facts = readFacts(db);
    const foreign = findForeignSchema(db.sqlite);
    if (foreign) {
      throw new CommandError(
        `The database in ${file} was changed by another program: ${foreign}. Restore another backup.`,
      );
    }
    return facts;
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`The database in ${file} is damaged, or is none of Papercub.`);
  } finally {
    db.close();
  }
}

/** Throws a CommandError when this program can't work with such data. */
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

/** Throws a CommandError when the secret of this store would not be the one that the backup was made with. */
async function requireSecret(
  { appSecret }: Pick<Config, "appSecret">,
  { folder, manifest }: { folder: string; manifest: Manifest },
): Promise<void> {
  const isKept = manifest.entries.some(({ name }) => name === SECRET_NAME);
  const kept = isKept ? (await readFile(join(folder, SECRET_NAME), "utf8")).trim() : undefined;
  const secret = appSecret ?? kept;
  if (manifest.shopId === null) return;
  if (secret !== undefined && shopIdOf({ secret }) === manifest.shopId) return;
  throw new CommandError(
    `APP_SECRET is not the one that this backup was made with: ${isKept ? "leave it out, for the backup holds its own" : "set that one"}, or say --other-secret; every link that was given out ends then, and what was paid since the backup is not found again.`,
  );
}

function notWhat(file: string): CommandError {
  return new CommandError(`${file} is damaged: it does not hold what its database names.`);
}
