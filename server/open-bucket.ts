import { createHash, randomUUID } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "../db/client.ts";
import { type Config, ConfigError } from "./config.ts";
import { pathsOf } from "./data-dir.ts";
import { isCatalogueEmpty } from "./domain/catalogue.ts";
import { AppError } from "./errors.ts";
import { BucketFault, type S3Bucket, s3Bucket } from "./integrations/s3-bucket.ts";

/** Files that are moved at once. */
const MOVERS = 4;
const STORED = /^([0-9a-f]{64})\.pdf$/;
const TOO_MANY_REQUESTS = 429;

type Opening = {
  config: Pick<Config, "bucket" | "dataDir">;
  db: Db;
  /** Takes that the bucket does not answer now, where the shop can start without it. */
  warn?: (fault: BucketFault) => void;
};

/**
 * Proves that the bucket keeps files, and moves there those that stand on disk: each is removed from the
 * disk once the bucket has it (decision: into-the-bucket). Does nothing without a bucket. Throws a
 * ConfigError when it refuses, and when it does not answer although files wait for it.
 */
export async function openBucket({ config, db, warn }: Opening): Promise<void> {
  if (!config.bucket) return;
  const folder = pathsOf(config.dataDir).files;
  const bucket = s3Bucket(config.bucket);
  const waiting = (await readdir(folder).catch(() => [])).filter((name) => STORED.test(name));
  try {
    await tryOut(bucket);
    await moveAll({ bucket, folder, names: waiting });
  } catch (error) {
    const fault = error instanceof AppError ? error.cause : error;
    if (!(fault instanceof BucketFault)) throw error;
    if (isRefusal(fault)) {
      const what = `the bucket refuses a file (${fault.message})`;
      throw new ConfigError([`FILES_URL: ${what}; check its keys, its name and its region`]);
    }
    if (!warn || waiting.length > 0 || isCatalogueEmpty(db)) {
      const what = `${config.bucket.endpoint} does not answer as a bucket does (${fault.message})`;
      throw new ConfigError([`FILES_URL: ${what}; check it, or start again when it answers`]);
    }
    warn(fault);
  }
}

/** Where the bucket's store has answered that it will not. */
function isRefusal({ status }: BucketFault): boolean {
  return status !== undefined && status < 500 && status !== TOO_MANY_REQUESTS;
}

/** Everything that the shop does with a file. */
async function tryOut(bucket: S3Bucket): Promise<void> {
  const name = `trial-${randomUUID()}`;
  const sent = new TextEncoder().encode(name);
  await bucket.put(name, new Blob([sent]));
  const parts = await Array.fromAsync(bucket.read(name));
  await bucket.remove(name);
  if (!Buffer.concat(parts).equals(sent)) throw new BucketFault("a trial file came back otherwise");
}

type Moving = { bucket: S3Bucket; folder: string; names: string[] };

async function moveAll({ bucket, folder, names }: Moving): Promise<void> {
  const queue = [...names];
  const left: string[] = [];
  const move = async () => {
    for (let name = queue.shift(); name; name = queue.shift())
      if (!(await moveFile(bucket, { folder, name }))) left.push(name);
  };
  const movers = await Promise.allSettled(Array.from({ length: MOVERS }, move));
  const failed = movers.find((mover) => mover.status === "rejected");
  if (failed) throw failed.reason;
  const moved = names.length - left.length;
  if (moved > 0) process.stdout.write(`Moved ${moved} files from ${folder} to the bucket\n`);
  if (left.length > 0)
    process.stderr.write(`These files are damaged and stay in ${folder}:\n${left.join("\n")}\n`);
}

/** False for a file that has other bytes than its name says: a crash of the machine has cut it short. */
async function moveFile(
  bucket: S3Bucket,
  { folder, name }: { folder: string; name: string },
): Promise<boolean> {
  const path = join(folder, name);
  const { size } = await stat(path);
  if ((await bucket.findLength(name)) !== size) {
    if ((await sha256Of(path)) !== STORED.exec(name)?.[1]) return false;
    await bucket.put(name, Bun.file(path));
    if ((await bucket.findLength(name)) !== size) throw new BucketFault(`${name} was not kept`);
  }
  await rm(path);
  return true;
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of Bun.file(path).stream()) hash.update(chunk);
  return hash.digest("hex");
}
