import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A part of the build: the files it is made from, and the files or folders that it makes. */
type Part = {
  name: string;
  from: readonly string[];
  into: readonly string[];
  make: () => Promise<void>;
};

const STAMPS = "dist/made-from";

/** Makes a part of the build, unless it stands there already, whole and made from these very sources. */
export async function makeOnce(part: Part, stamps = STAMPS): Promise<void> {
  const { name, from, into, make } = part;
  const stamp = join(stamps, name);
  const built = await readFile(stamp, "utf8").catch(() => "");
  if (built === (await fingerprint(from, into))) return;
  await make();
  await mkdir(stamps, { recursive: true });
  // What was made belongs to the stamp: a file that is lost is made again.
  await writeFile(stamp, await fingerprint(from, into));
}

/** Every file at a path or below it, in the order of their names; none when it is missing. */
export async function filesIn(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) return found ? [path] : [];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/** A hash over the names and content of all sources, and over the names and sizes of what is made. */
async function fingerprint(from: readonly string[], into: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const path of (await Promise.all(from.map(filesIn))).flat())
    hash.update(`${path}\n`).update(await readFile(path));
  for (const path of (await Promise.all(into.map(filesIn))).flat())
    hash.update(`${path} ${(await stat(path)).size}\n`);
  return hash.digest("hex");
}
