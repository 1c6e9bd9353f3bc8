import { readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { DAY_MS } from "../contract/time.ts";
import { singleFlight } from "../process/single-flight.ts";

const KEPT_MS = 30 * DAY_MS;

type Copy = {
  name: string;
  bytes: number;
  /** Writes the file atomically. */
  make: (path: string) => Promise<void>;
};

/**
 * A cache folder: each file is made on first use and deleted when unused for a month. Resolves with
 * the file's path; rejects like `make`.
 */
export function keptCopies(directory: string): (copy: Copy) => Promise<string> {
  const makeOnce = singleFlight<void>();

  return async ({ name, bytes, make }) => {
    const path = join(directory, name);
    if (await isWhole(path, bytes)) return path;
    await makeOnce(name, async () => {
      await forgetOld(directory);
      await make(path);
    });
    return path;
  };
}

/** Whether the file is complete; if so, its month restarts. */
async function isWhole(path: string, bytes: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (found?.size !== bytes) return false;
  const now = new Date();
  await utimes(path, now, now);
  return true;
}

async function forgetOld(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names) {
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > KEPT_MS) await rm(path, { force: true });
  }
}
