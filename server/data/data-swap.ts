import { existsSync, readdirSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathsOf } from "./data-dir.ts";
import { sync } from "./durable-file.ts";

const UNPACKED = "unpacked";
const SECOND_MS = 1000;

export async function makeUnpacked(dataDir: string): Promise<string> {
  await dropUnfinished(dataDir);
  const unpacked = join(pathsOf(dataDir).restoring, UNPACKED);
  await mkdir(unpacked, { recursive: true, mode: 0o700 });
  return unpacked;
}

export async function dropUnfinished(dataDir: string): Promise<void> {
  if (isSwapping(dataDir)) return;
  await rm(pathsOf(dataDir).restoring, { recursive: true, force: true });
}

export async function dropOldReplaced(dataDir: string, before: Date): Promise<void> {
  const { replaced } = pathsOf(dataDir);
  for (const name of await readdir(replaced).catch(() => [])) {
    const time = readTimeName(name);
    if (time && time < before) await rm(join(replaced, name), { recursive: true, force: true });
  }
}

/** Swaps in the unpacked backup under the exclusive lock; renaming its folder is the commit. */
export async function swapIn(dataDir: string, now: Date): Promise<string | undefined> {
  const { restoring, replaced, database } = pathsOf(dataDir);
  const hadDatabase = existsSync(database);
  let time = now;
  while (existsSync(join(replaced, timeName(time)))) time = new Date(time.getTime() + SECOND_MS);
  const name = timeName(time);
  await rename(join(restoring, UNPACKED), join(restoring, name));
  for (const path of [restoring, dataDir]) await sync(path);
  await finishSwap(dataDir);
  return hadDatabase ? join(replaced, name) : undefined;
}

export function isSwapping(dataDir: string): boolean {
  return findSwap(dataDir) !== undefined;
}

export async function finishSwap(dataDir: string): Promise<void> {
  const { restoring, replaced, database, secret, files } = pathsOf(dataDir);
  const name = findSwap(dataDir);
  if (name === undefined) return;
  const [from, to] = [join(restoring, name), join(replaced, name)];
  const isWaiting = (path: string) => existsSync(join(from, basename(path)));
  const moveOut = async (path: string) => {
    if (!existsSync(path)) return;
    await mkdir(to, { recursive: true, mode: 0o700 });
    await rename(path, join(to, basename(path)));
  };
  // Stored files are named by their content hash, so overwriting one is safe.
  const added = await readdir(join(from, basename(files))).catch(() => []);
  if (added.length > 0) await mkdir(files, { recursive: true, mode: 0o700 });
  for (const file of added) await rename(join(from, basename(files), file), join(files, file));
  // While the new database still waits to be moved, the existing one is old: move it out.
  if (isWaiting(database)) {
    if (isWaiting(secret)) await moveOut(secret);
    for (const end of ["-wal", "-shm", "-journal", ""]) await moveOut(database + end);
    for (const path of [to, replaced, files]) if (existsSync(path)) await sync(path);
    await sync(dataDir);
    // Move the database last; once it is in place, an interrupted swap needs only cleanup.
    for (const path of [secret, database]) {
      if (isWaiting(path)) await rename(join(from, basename(path)), path);
      await sync(dataDir);
    }
  }
  await rm(restoring, { recursive: true });
}

function findSwap(dataDir: string): string | undefined {
  const { restoring } = pathsOf(dataDir);
  if (!existsSync(restoring)) return undefined;
  return readdirSync(restoring).find((name) => readTimeName(name) !== undefined);
}

const NAME = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\dZ)$/;

/** Formats a time in UTC for file names: "2026-11-21T10-00-00Z". */
export function timeName(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
}

/** Parses the result of `timeName`; undefined for any other text. */
export function readTimeName(name: string): Date | undefined {
  const [, hour, minute, second] = NAME.exec(name) ?? [];
  const time = new Date(`${hour}:${minute}:${second}`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
