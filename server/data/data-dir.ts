import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError } from "../config.ts";

const SECRET_BYTES = 32;
/** Permissions that this process gives to its own user alone (decision: owner-only-files). */
const OWNER_ONLY_UMASK = 0o077;

/** Where everything stands that the store keeps in `dataDir`. */
export const pathsOf = (dataDir: string) => ({
  database: join(dataDir, "papercub.sqlite"),
  /** What signs links, where no APP_SECRET is set. */
  secret: join(dataDir, "app-secret"),
  /** What `serve` keeps locked while it works on the data. */
  lock: join(dataDir, "serve.lock"),
  files: join(dataDir, "files"),
  bundles: join(dataDir, "files/bundles"),
  /** Archives of all this, and copies of the database from before it was migrated. */
  backups: join(dataDir, "backups"),
  /** What a restore is at; gone when it is done. */
  restoring: join(dataDir, "restoring"),
  /** What was here before each restore, in a folder named by its time. */
  replaced: join(dataDir, "replaced"),
  /** Files that stand in a bucket. */
  copies: join(dataDir, "files/copies"),
  /** What the stand-ins of the demo are told. */
  demo: join(dataDir, "demo"),
  demoMails: join(dataDir, "demo/mail"),
  demoPayments: join(dataDir, "demo/payments.jsonl"),
});

/** From here on this process makes no file that another user could read. */
export function keepToOwner(): void {
  process.umask(OWNER_ONLY_UMASK);
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

/** Removes permissions of other users that an earlier release, or a copy, has left. */
export async function tighten(dataDir: string): Promise<void> {
  const { database, secret, lock, files, backups, replaced, demo } = pathsOf(dataDir);
  const all = [
    ...[database, `${database}-wal`, `${database}-shm`, secret, lock].map((path) => ({
      path,
      mode: 0o600,
    })),
    ...[files, backups, replaced, demo].map((path) => ({ path, mode: 0o700 })),
  ];
  // What is missing, or belongs to another user, stays as it is.
  for (const { path, mode } of all) await chmod(path, mode).catch(() => {});
}

/**
 * The secret that is kept in the data directory, made when there is none. Throws a ConfigError when
 * it cannot be read: a new one would end every link that was given out.
 */
export async function keptSecret(dataDir: string): Promise<string> {
  const path = pathsOf(dataDir).secret;
  const kept = await findKeptSecret(path);
  if (kept !== undefined) return kept;
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  await writeFile(`${path}.part`, `${secret}\n`, { mode: 0o600 });
  await chmod(`${path}.part`, 0o600);
  await rename(`${path}.part`, path);
  return secret;
}

/** The secret that a file keeps; undefined only when the file is not there. Throws like `keptSecret`. */
export async function findKeptSecret(path: string): Promise<string | undefined> {
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
