import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError } from "../config.ts";
import { errorCodeOf } from "../errors.ts";

const SECRET_BYTES = 32;
const OWNER_ONLY_UMASK = 0o077;

export const pathsOf = (dataDir: string) => ({
  database: join(dataDir, "papercub.sqlite"),
  /** Secret that signs links when APP_SECRET is not set. */
  secret: join(dataDir, "app-secret"),
  lock: join(dataDir, "serve.lock"),
  files: join(dataDir, "files"),
  bundles: join(dataDir, "files/bundles"),
  /** Local cache of files stored in a bucket. */
  copies: join(dataDir, "files/copies"),
  /** Backup archives, and database copies made before migrations. */
  backups: join(dataDir, "backups"),
  /** Unpacked backup; exists only during a restore. */
  restoring: join(dataDir, "restoring"),
  /** Databases replaced by restores, each in a folder named after the time of the restore. */
  replaced: join(dataDir, "replaced"),
  demo: join(dataDir, "demo"),
  demoMails: join(dataDir, "demo/mail"),
  demoPayments: join(dataDir, "demo/payments.jsonl"),
});

const SHA256_HEX = /^[0-9a-f]{64}$/;

/** Returns a stored file's name, which always ends in .pdf. Throws for an invalid `sha256`. */
export function storedName(sha256: string): string {
  if (!SHA256_HEX.test(sha256)) throw new Error("A stored file is named by its SHA-256.");
  return `${sha256}.pdf`;
}

export function storedPath(dataDir: string, sha256: string): string {
  return join(pathsOf(dataDir).files, storedName(sha256));
}

/** Sets the umask so that only this user can read files created by this process. */
export function restrictToOwner(): void {
  process.umask(OWNER_ONLY_UMASK);
}

const UNUSABLE = /^(E[A-Z]+|SQLITE_(CANTOPEN|READONLY)\w*)$/;

/**
 * Creates the data directory if needed and runs `work`. Throws ConfigError for an unusable folder.
 */
export async function inDataDir<Result>(
  dataDir: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    return await work();
  } catch (error) {
    const code = errorCodeOf(error);
    if (!UNUSABLE.test(code)) throw error;
    const problem = `${dataDir} must be a folder in which this user may write`;
    throw new ConfigError([`DATA_DIR: ${problem} (${code})`]);
  }
}

/** Removes other users' permissions, which an earlier version or a copied folder may have left. */
export async function tighten(dataDir: string): Promise<void> {
  const { database, secret, lock, files, backups, replaced, demo } = pathsOf(dataDir);
  const all = [
    ...[database, `${database}-wal`, `${database}-shm`, secret, lock].map((path) => ({
      path,
      mode: 0o600,
    })),
    ...[files, backups, replaced, demo].map((path) => ({ path, mode: 0o700 })),
  ];
  // Ignores missing files and files owned by another user.
  for (const { path, mode } of all) await chmod(path, mode).catch(() => {});
}

/**
 * Returns the stored secret, creating it on the first start. Throws ConfigError if it is
 * unreadable, because a new secret would invalidate all links.
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

/** Reads the stored secret; undefined if the file is missing. Throws ConfigError if unusable. */
export async function findKeptSecret(path: string): Promise<string | undefined> {
  try {
    const kept = (await readFile(path, "utf8")).trim();
    if (kept.length >= SECRET_BYTES) return kept;
  } catch (error) {
    if (errorCodeOf(error) === "ENOENT") return undefined;
  }
  throw new ConfigError([`APP_SECRET: ${path} cannot be used; restore it, or set APP_SECRET`]);
}
