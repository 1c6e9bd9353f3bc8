import { createHash } from "node:crypto";
import { readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { downloadZip, predictLength } from "client-zip";
import { DAY_MS } from "../contract/time.ts";
import { writeDurably } from "../data/durable-file.ts";
import type { BundleEntry, FileStore } from "../ports/files.ts";
import { singleFlight } from "../process/promises.ts";

const ENTRY_DATE = new Date(2026, 0, 1);
/** Included in every id. Change it whenever the generated ZIP bytes change. */
const FORMAT = "client-zip 2.5, entries of 2026-01-01";
const CACHED_MS = 30 * DAY_MS;

/** Caches ZIPs, so that responses have a length and support ranges. An id is a content hash. */
export function diskBundles(directory: string, read: FileStore["read"]): FileStore["bundle"] {
  const cached = fileCache(directory);
  return async (entries) => {
    const content = JSON.stringify([FORMAT, entries]);
    const id = createHash("sha256").update(content).digest("hex");
    const sizes = entries.map(({ name, bytes }) => ({ name, size: bytes }));
    const bytes = Number(predictLength(sizes));
    const make = (path: string) => writeDurably(path, zipOf(entries, read), bytes);
    return { id, path: await cached({ name: `${id}.zip`, bytes, make }) };
  };
}

function zipOf(entries: BundleEntry[], read: FileStore["read"]): ReadableStream<Uint8Array> {
  const inputs = entries.map(({ name, sha256, bytes }) => ({
    name,
    size: bytes,
    lastModified: ENTRY_DATE,
    input: read(sha256),
  }));
  const { body } = downloadZip(inputs);
  if (!body) throw new Error("A ZIP of these files cannot be made.");
  return body;
}

type CachedFile = {
  name: string;
  bytes: number;
  make: (path: string) => Promise<void>;
};

/** Creates a disk cache. Files are made on first use, and deleted after 30 days without use. */
export function fileCache(directory: string): (file: CachedFile) => Promise<string> {
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

/** Whether the cached file is complete. If so, renews its mtime, which restarts its expiry. */
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
    if (found && Date.now() - found.mtimeMs > CACHED_MS) await rm(path, { force: true });
  }
}
