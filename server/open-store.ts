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

/** Opens the data directory, making what is missing; only this user may read it. */
export async function openStore(config: Config): Promise<Store> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const db = openDatabase(join(config.dataDir, "papercub.sqlite"));
  return {
    db,
    files: diskFiles(join(config.dataDir, "files")),
    secret: config.appSecret ?? (await ownSecret(join(config.dataDir, "app-secret"))),
  };
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
    if (isMissing(error)) return undefined;
  }
  throw new ConfigError([`APP_SECRET: ${path} cannot be used; restore it, or set APP_SECRET`]);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
