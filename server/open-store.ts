import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Db, openDatabase } from "../db/client.ts";
import { type Config, ConfigError } from "./config.ts";
import type { FileStore } from "./deps.ts";
import { diskFiles } from "./integrations/disk-files.ts";

const SECRET_BYTES = 32;

/** The store's own state: database, files and signing secret, all under DATA_DIR. */
export type Store = { db: Db; files: FileStore; secret: string };

/**
 * Opens the data directory, making what is missing; only this user may read it. Throws a ConfigError
 * when that cannot be done, or when the secret that is kept there cannot be read.
 */
export async function openStore(config: Config): Promise<Store> {
  const database = join(config.dataDir, "papercub.sqlite");
  return {
    db: await inDataDir(config.dataDir, () => openDatabase(database)),
    files: diskFiles(join(config.dataDir, "files")),
    secret: config.appSecret ?? (await ownSecret(join(config.dataDir, "app-secret"))),
  };
}

// Codes of Node and of SQLite.
const UNUSABLE = /^(E[A-Z]+|SQLITE_(CANTOPEN|READONLY)\w*)$/;

/**
 * Makes the data directory when it is missing, and gives what `work` makes in it. Throws a
 * ConfigError when one of both may not be done there.
 */
export async function inDataDir<Result>(
  dataDir: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    return await work();
  } catch (error) {
    const code = codeOf(error);
    if (!UNUSABLE.test(code)) throw error;
    const what = `${dataDir} must be a folder in which this user may write`;
    throw new ConfigError([`DATA_DIR: ${what} (${code})`]);
  }
}

async function ownSecret(path: string): Promise<string> {
  const kept = await readKept(path);
  if (kept !== undefined) return kept;
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  await writeFile(`${path}.part`, `${secret}\n`, { mode: 0o600 });
  await chmod(`${path}.part`, 0o600);
  await rename(`${path}.part`, path);
  return secret;
}

/** Only a file that is not there may be made anew: a new secret ends every link given out. */
async function readKept(path: string): Promise<string | undefined> {
  try {
    const kept = (await readFile(path, "utf8")).trim();
    if (kept.length >= SECRET_BYTES) return kept;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
  }
  throw new ConfigError([`APP_SECRET: ${path} cannot be used; restore it, or set APP_SECRET`]);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
