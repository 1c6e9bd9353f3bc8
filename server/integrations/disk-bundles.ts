import { createHash } from "node:crypto";
import { downloadZip, predictLength } from "client-zip";
import type { BundleEntry, FileStore } from "../ports/files.ts";
import { writeDurably } from "../data/durable-file.ts";
import { keptCopies } from "./kept-copies.ts";

const ENTRY_DATE = new Date(2026, 0, 1);
/** Part of every id. Change it when the bytes of ZIPs change. */
const FORMAT = "client-zip 2.5, entries of 2026-01-01";

type BundleOptions = { directory: string; read: FileStore["read"] };

/**
 * Caches ZIPs as `{directory}/{id}.zip`, created on first use and deleted when unused for a month. A ZIP on
 * disk has a length and supports range requests. Its id is a hash of its content.
 */
export function diskBundles({ directory, read }: BundleOptions): FileStore["bundle"] {
  const keep = keptCopies(directory);
  return async (entries) => {
    const id = createHash("sha256")
      .update(JSON.stringify([FORMAT, entries]))
      .digest("hex");
    const bytes = lengthOf(entries);
    const make = (path: string) => writeDurably(path, zipOf(entries, read), bytes);
    return { id, path: await keep({ name: `${id}.zip`, bytes, make }) };
  };
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
