import { createHash } from "node:crypto";
import { readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { downloadZip, predictLength } from "client-zip";
import type { BundleEntry, FileStore } from "../deps.ts";
import { writeDurably } from "./durable-file.ts";
import { DAY_MS } from "../contract/time.ts";

const KEPT_MS = 30 * DAY_MS;
const ENTRY_DATE = new Date(2026, 0, 1);
/** Part of every id. The same id promises the same bytes: change it when ZIPs are written otherwise. */
const FORMAT = "client-zip 2.5, entries of 2026-01-01";

type Options = { directory: string; read: FileStore["read"] };

/**
 * Makes the ZIP of some files when it is first asked for, `{directory}/{id}.zip`, and keeps it until it
 * was not asked for in a month: a ZIP on disk has a length and can be asked for in parts
 * (decision: zip-on-disk). Its id is that of its content.
 */
export function diskBundles({ directory, read }: Options): FileStore["bundle"] {
  const making = new Map<string, Promise<void>>();

  async function make(path: string, entries: BundleEntry[]): Promise<void> {
    await forgetOld(directory);
    await writeDurably(path, zipOf(entries, read), lengthOf(entries));
  }

  return async (entries) => {
    const id = createHash("sha256")
      .update(JSON.stringify([FORMAT, entries]))
      .digest("hex");
    const path = join(directory, `${id}.zip`);
    if (await isWhole(path, entries)) return { id, path };
    const made = making.get(id) ?? make(path, entries).finally(() => making.delete(id));
    making.set(id, made);
    await made;
    return { id, path };
  };
}

/** Whether the ZIP is there; then its month begins again. */
async function isWhole(path: string, entries: BundleEntry[]): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (found?.size !== lengthOf(entries)) return false;
  const now = new Date();
  await utimes(path, now, now);
  return true;
}

function lengthOf(entries: BundleEntry[]): number {
  return Number(predictLength(entries.map(({ name, bytes }) => ({ name, size: bytes }))));
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

/** ZIPs of former files are not asked for again; any other is made anew when it is asked for. */
async function forgetOld(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names) {
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > KEPT_MS) await rm(path, { force: true });
  }
}
