// Builds the browser's half into dist/client, unless it is already built from these very sources.
import { createHash } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { build } from "vite";
import { compress } from "../server/http/http-cache.ts";
import { makePictures } from "./make-pictures.ts";

const OUTPUT = "dist/client";
const STAMP = "dist/built-from";
const SOURCES = [
  "client",
  "server/contract",
  "db/seed",
  "scripts/build.ts",
  "scripts/make-pictures.ts",
  "server/http/http-cache.ts",
  "vite.config.ts",
  "bun.lock",
];
const COMPRESSIBLE = new Set([".js", ".css", ".html", ".json", ".svg", ".txt", ".webmanifest"]);
const LEAST_BYTES = 200;

const wanted = await fingerprint();
const built = await readFile(STAMP, "utf8").catch(() => "");
if (built !== wanted) {
  process.stdout.write("Building the pages and their pictures\n");
  await makePictures();
  await build({ logLevel: "warn" });
  await compressAll();
  // Pictures and the route tree are made by the build, so the stamp is of what it left behind.
  await writeFile(STAMP, await fingerprint());
}

/** A hash over the sources' paths, sizes and times: fast, and different after any edit. */
async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    for (const path of await filesIn(source)) {
      const { size, mtimeMs } = await stat(path);
      hash.update(`${path}\n${size}\n${mtimeMs}\n`);
    }
  }
  return hash.digest("hex");
}

async function filesIn(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

async function compressAll(): Promise<void> {
  for (const path of await filesIn(OUTPUT)) {
    if (!COMPRESSIBLE.has(extname(path))) continue;
    const body = await readFile(path);
    if (body.byteLength < LEAST_BYTES) continue;
    const { br, gzip } = compress(body);
    await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gzip)]);
  }
}
