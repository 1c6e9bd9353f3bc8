import { createHash, randomUUID } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "../../db/client.ts";
import { type Config, ConfigError } from "../config.ts";
import { pathsOf } from "./data-dir.ts";
import { isCatalogueEmpty } from "../domain/catalogue.ts";
import { AppError } from "../errors.ts";
import { BucketFault, type S3Bucket, s3Bucket } from "../integrations/s3-bucket.ts";

/** Files that are moved at once. */
const MOVERS = 4;
const STORED = /^([0-9a-f]{64})\.pdf$/;
const TOO_MANY_REQUESTS = 429;

type WithBucket = Pick<Config, "bucket" | "dataDir">;

/**
 * Writes, reads and drops a trial file, as the store does with files. Undefined when that went well, and
 * without a bucket; why not, when the bucket did not answer. Throws a ConfigError when it refuses.
 */
export async function tryBucket({ bucket }: WithBucket): Promise<BucketFault | undefined> {
  return bucket ? findFault(() => tryOut(s3Bucket(bucket))) : undefined;
}

type Opening = {
  config: WithBucket;
  db: Db;
  /** What the trial of the bucket came to. */
  fault: BucketFault | undefined;
  /** Takes that the bucket does not answer now, where the shop can start without it. */
  warn?: (fault: BucketFault) => void;
};

/**
 * Moves the files that stand on disk into the bucket: each is removed from the disk once the bucket has
 * it (decision: into-the-bucket). Does nothing without a bucket. Throws a ConfigError when the bucket
 * refuses, and when it does not answer although files wait for it.
 */
export async function openBucket({ config, db, fault, warn }: Opening): Promise<void> {
  if (!config.bucket) return;
  const folder = pathsOf(config.dataDir).files;
  const bucket = s3Bucket(config.bucket);
  const names = (await readdir(folder).catch(() => [])).filter((name) => STORED.test(name));
  const found = fault ?? (await findFault(() => moveAll({ bucket, folder, names })));
  if (!found) return;
  if (!warn || names.length > 0 || isCatalogueEmpty(db)) {
    const what = `${config.bucket.endpoint} does not answer as a bucket does (${found.message})`;
    throw new ConfigError([`FILES_URL: ${what}; check it, or start again when it answers`]);
  }
  warn(found);
}

/** Why the bucket has not done it; throws a ConfigError when that is a refusal. */
async function findFault(work: () => Promise<void>): Promise<BucketFault | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    const fault = error instanceof AppError ? error.cause : error;
    if (!(fault instanceof BucketFault)) throw error;
    if (!isRefusal(fault)) return fault;
    const what = `the bucket refuses a file (${fault.message})`;
    throw new ConfigError([`FILES_URL: ${what}; check its keys, its name and its region`]);
  }
}

/** Where the bucket's store has answered that it will not. */
function isRefusal({ status }: BucketFault): boolean {
  return status !== undefined && status < 500 && status !== TOO_MANY_REQUESTS;
}

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
