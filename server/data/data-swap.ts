import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { z } from "zod";
import { pathsOf } from "./data-dir.ts";
import { sync, writeDurably } from "./durable-file.ts";
import { readTimeName, timeName } from "./time-name.ts";

const PLAN = "swap.json";
/** Where a restore unpacks what it puts in the place of what is there. */
const UNPACKED = "data";

const SECOND_MS = 1000;

/** Names in the data directory: where they come from and go to, from there. */
const planSchema = z.object({
  from: z.string(),
  to: z.string(),
  out: z.array(z.string()),
  in: z.array(z.string()),
});
type Plan = z.infer<typeof planSchema>;

/** Where a restore unpacks: it is empty then, and its folder is on the disk. */
export async function makeUnpacked(dataDir: string): Promise<string> {
  await dropUnfinished(dataDir);
  const unpacked = join(pathsOf(dataDir).restoring, UNPACKED);
  await mkdir(unpacked, { recursive: true, mode: 0o700 });
  return unpacked;
}

/** Removes what a restore has unpacked that was cut short before it changed anything. */
export async function dropUnfinished(dataDir: string): Promise<void> {
  if (isSwapping(dataDir)) return;
  await rm(pathsOf(dataDir).restoring, { recursive: true, force: true });
}

/** The folder of what the last restore has replaced, if that is still there. */
export async function findReplaced(dataDir: string): Promise<string | undefined> {
  const { replaced, database } = pathsOf(dataDir);
  const times = (await listReplaced(dataDir)).map(({ name }) => join(replaced, name));
  return times.findLast((folder) => existsSync(join(folder, basename(database))));
}

/** Removes what restores before this time have replaced. */
export async function dropOldReplaced(dataDir: string, before: Date): Promise<void> {
  const { replaced } = pathsOf(dataDir);
  for (const { name, time } of await listReplaced(dataDir)) {
    if (time < before) await rm(join(replaced, name), { recursive: true, force: true });
  }
}

async function listReplaced(dataDir: string) {
  const names = await readdir(pathsOf(dataDir).replaced).catch(() => []);
  return names.toSorted().flatMap((name) => {
    const time = readTimeName(name);
    return time ? [{ name, time }] : [];
  });
}

/**
 * Puts what a folder of the data directory holds in the place of what is there, which goes to a folder of
 * `replaced`; returns that, or undefined where there was nothing. Only for one who is alone with the data
 * directory. From the plan on, which is written first, it is brought to its end whatever happens
 * meanwhile: by this process or by the next that uses the directory (decision: restore-swap).
 */
export async function swapIn(
  dataDir: string,
  what: { from: string; now: Date },
): Promise<string | undefined> {
  const { to, out } = await planSwap(dataDir, what);
  await finishSwap(dataDir);
  return out.length > 0 ? join(dataDir, to) : undefined;
}

/** Decides what goes where, and writes it down; nothing else has changed then. */
export async function planSwap(
  dataDir: string,
  { from, now }: { from: string; now: Date },
): Promise<Plan> {
  const paths = pathsOf(dataDir);
  const wanted = await readdir(from);
  const to = join(paths.replaced, timeName(await laterThanAll(dataDir, now)));
  const plan: Plan = {
    from: relative(dataDir, from),
    to: relative(dataDir, to),
    out: (await listOut(dataDir, wanted)).filter((name) => existsSync(join(dataDir, name))),
    in: wanted,
  };
  await mkdir(paths.restoring, { recursive: true, mode: 0o700 });
  await sync(dataDir);
  const text = new TextEncoder().encode(JSON.stringify(plan));
  await writeDurably(join(paths.restoring, PLAN), text, text.byteLength);
  return plan;
}

/** Whether a swap has begun and not ended. */
export function isSwapping(dataDir: string): boolean {
  return existsSync(join(pathsOf(dataDir).restoring, PLAN));
}

/** Brings a swap to its end that has begun. Only for one who is alone with the data directory. */
export async function finishSwap(dataDir: string): Promise<void> {
  const { restoring } = pathsOf(dataDir);
  const plan = planSchema.parse(JSON.parse(await readFile(join(restoring, PLAN), "utf8")));
  const [from, to] = [join(dataDir, plan.from), join(dataDir, plan.to)];
  if (plan.out.length > 0) await mkdir(to, { recursive: true, mode: 0o700 });
  // What stands in the way goes first, all of it: of a name that is there after that, it is the new one.
  for (const name of plan.out) await moveOnce(join(dataDir, name), join(to, name));
  if (plan.out.length > 0) for (const path of [to, join(to, ".."), dataDir]) await sync(path);
  for (const name of plan.in) await moveOnce(join(from, name), join(dataDir, name));
  await sync(dataDir);
  await rm(from, { recursive: true, force: true });
  await rm(join(restoring, PLAN));
  await sync(restoring);
  await rm(restoring, { recursive: true });
}

/** Moves what was not moved before. */
async function moveOnce(from: string, to: string): Promise<void> {
  if (!existsSync(to)) await rename(from, to);
}

/** What has to make room for these names: the whole database, and the secret and files if they come too. */
async function listOut(dataDir: string, wanted: string[]): Promise<string[]> {
  const paths = pathsOf(dataDir);
  const [database, secret, files] = [paths.database, paths.secret, paths.files].map((path) =>
    basename(path),
  ) as [string, string, string];
  const beside = ["-wal", "-shm", "-journal"].map((end) => database + end);
  if (!wanted.includes(files)) return [...new Set([database, ...beside, ...wanted])];
  // What is taken back later has files then too, and so takes back all of this.
  if (existsSync(paths.database)) await mkdir(paths.files, { recursive: true, mode: 0o700 });
  return [database, ...beside, secret, files];
}

/** A time after those of all restores before, whatever the clock says. */
async function laterThanAll(dataDir: string, now: Date): Promise<Date> {
  const last = (await listReplaced(dataDir)).at(-1)?.time.getTime() ?? 0;
  return new Date(Math.max(now.getTime(), last + SECOND_MS));
}
