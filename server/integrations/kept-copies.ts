import { readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { DAY_MS } from "../contract/time.ts";
import { singleFlight } from "../process/single-flight.ts";

const KEPT_MS = 30 * DAY_MS;

type Copy = {
  /** The same name promises the same bytes. */
  name: string;
  bytes: number;
  /** Writes it to this path, whole or not at all. */
  make: (path: string) => Promise<void>;
};

/**
 * A folder of files that can be made again at any time: each is made when it is first asked for, once,
 * and kept until it was not asked for in a month. Gives its path; rejects as `make` does.
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

/** Whether the copy is there; then its month begins again. */
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
