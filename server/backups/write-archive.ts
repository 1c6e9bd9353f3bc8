import { createHash } from "node:crypto";
import { once } from "node:events";
import { type Pack, pack } from "tar-stream";
import { writeAndSync } from "../data/durable-file.ts";
import { bytesIn, type Content, proven } from "./content.ts";
import { type Entry, type Manifest, MANIFEST_NAME, SEAL_NAME } from "./manifest.ts";

/**
 * Fills an empty file with the archive of a manifest, whose entries `open` reads; it is on the disk then.
 * Rejects with WrongContent for one that is not what the manifest says, and with the signal's reason.
 */
export async function writeArchive(
  path: string,
  {
    manifest,
    open,
    signal,
  }: { manifest: Manifest; open: (entry: Entry) => Content; signal?: AbortSignal | undefined },
): Promise<void> {
  const archive = pack();
  const text = new TextEncoder().encode(JSON.stringify(manifest));
  const seal = new TextEncoder().encode(createHash("sha256").update(text).digest("hex"));

  async function fill(): Promise<void> {
    await addEntry(archive, { name: MANIFEST_NAME, bytes: text.byteLength }, [text]);
    for (const entry of manifest.entries) {
      await addEntry(archive, entry, proven(entry, open(entry)), signal);
    }
    await addEntry(archive, { name: SEAL_NAME, bytes: seal.byteLength }, [seal]);
    archive.finalize();
  }

  const failure = Promise.withResolvers<never>();
  const filled = fill().catch((error: Error) => {
    failure.reject(error);
    archive.destroy();
  });
  try {
    // What made the content fail says more than the stream that ended by it.
    await Promise.race([failure.promise, writeAndSync(path, bytesIn(archive))]);
  } finally {
    archive.destroy();
    await filled;
  }
}

/** Adds a file to an archive, as fast as the archive is written. */
async function addEntry(
  archive: Pack,
  { name, bytes }: Pick<Entry, "name" | "bytes">,
  content: Content,
  signal?: AbortSignal,
): Promise<void> {
  const added = Promise.withResolvers<void>();
  added.promise.catch(() => {});
  const sink = archive.entry({ name, size: bytes, mode: 0o600 }, (error) =>
    error ? added.reject(error) : added.resolve(),
  );
  // What ends it is told to `added`.
  sink.on("error", () => {});
  for await (const chunk of content) {
    signal?.throwIfAborted();
    if (!sink.write(chunk)) await Promise.race([once(sink, "drain"), added.promise]);
  }
  sink.end(undefined);
  await added.promise;
}
