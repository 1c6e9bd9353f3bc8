import { createHash, randomUUID } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Config, ConfigError } from "../config.ts";
import { pathsOf } from "../data/data-dir.ts";
import { AppError } from "../errors.ts";
import type { FileStore } from "../ports/files.ts";
import { diskFiles } from "./disk-files.ts";
import { BucketFault, type S3Bucket, s3Bucket, s3Files } from "./s3-files.ts";

const STORED = /^([0-9a-f]{64})\.pdf$/;
const TOO_MANY_REQUESTS = 429;

type FilesConfig = Pick<Config, "bucket" | "dataDir">;

export function openFiles({ dataDir, bucket }: FilesConfig): FileStore {
  const paths = pathsOf(dataDir);
  if (!bucket) return diskFiles(paths);
  return s3Files({ ...paths, bucket: s3Bucket(bucket), isPublic: bucket.isPublic });
}

/** Tests the bucket with a trial file. Returns a temporary fault; throws ConfigError if refused. */
export async function tryBucket({
  bucket,
}: Pick<Config, "bucket">): Promise<BucketFault | undefined> {
  return bucket ? findFault(() => tryOut(s3Bucket(bucket))) : undefined;
}

type BucketOptions = {
  config: FilesConfig;
  fault: BucketFault | undefined;
  /** Called instead of throwing when the shop can start without the bucket. */
  warn?: ((fault: BucketFault) => void) | undefined;
};

/** Moves local files to the bucket. On a fault, throws ConfigError, or warns if no files exist. */
export async function openBucket({ config, fault, warn }: BucketOptions): Promise<void> {
  if (!config.bucket) return;
  const folder = pathsOf(config.dataDir).files;
  const bucket = s3Bucket(config.bucket);
  const names = (await readdir(folder).catch(() => [])).filter((name) => STORED.test(name));
  const found = fault ?? (await findFault(() => moveAll(bucket, folder, names)));
  if (!found) return;
  if (!warn || names.length > 0) {
    const what = `${config.bucket.endpoint} does not answer as a bucket does (${found.message})`;
    throw new ConfigError([`FILES_URL: ${what}; check it, or start again when it answers`]);
  }
  warn(found);
}

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

async function moveAll(bucket: S3Bucket, folder: string, names: string[]): Promise<void> {
  const damaged: string[] = [];
  for (const name of names) {
    if (!(await moveFile(bucket, { folder, name }))) damaged.push(name);
  }
  const moved = names.length - damaged.length;
  if (moved > 0) process.stdout.write(`Moved ${moved} files from ${folder} to the bucket\n`);
  if (damaged.length > 0)
    process.stderr.write(`These files are damaged and stay in ${folder}:\n${damaged.join("\n")}\n`);
}

/** Moves one file to the bucket. Returns false if the local file is damaged. */
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
