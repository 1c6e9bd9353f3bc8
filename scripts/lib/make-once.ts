import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A build step: its source files, and the files or folders that it generates. */
type Part = {
  name: string;
  from: readonly string[];
  into: readonly string[];
  make: () => Promise<void>;
};

const STAMPS = "dist/made-from";

/** Runs a build step unless its output is complete and its sources are unchanged. */
export async function makeOnce(part: Part, stamps = STAMPS): Promise<void> {
  const { name, from, into, make } = part;
  const stamp = join(stamps, name);
  const built = await readFile(stamp, "utf8").catch(() => "");
  if (built === (await fingerprint(from, into))) return;
  await make();
  await mkdir(stamps, { recursive: true });
  // The stamp also covers the generated files, so that a missing one triggers a rebuild.
  await writeFile(stamp, await fingerprint(from, into));
}

/** Lists the files at or below a path, sorted; empty if the path does not exist. */
export async function filesIn(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) return found ? [path] : [];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/** Hashes names and contents of the sources, and names and sizes of the generated files. */
async function fingerprint(from: readonly string[], into: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const path of (await Promise.all(from.map(filesIn))).flat())
    hash.update(`${path}\n`).update(await readFile(path));
  for (const path of (await Promise.all(into.map(filesIn))).flat())
    hash.update(`${path} ${(await stat(path)).size}\n`);
  return hash.digest("hex");
}
