import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { extract, type Pack, pack } from "tar-stream";
import { writeAndSync } from "../data/durable-file.ts";
import { CommandError } from "../errors.ts";
import {
  type ArchiveEntry,
  type Manifest,
  MANIFEST_NAME,
  parseManifest,
  SEAL_NAME,
} from "./manifest.ts";

/** Size limit of the manifest: room for about 200,000 entries of 150 bytes each. */
const MAX_MANIFEST_BYTES = 32_000_000;
const CHUNK_BYTES = 1_000_000;

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

type ArchiveContent = {
  manifest: Manifest;
  paths: ReadonlyMap<string, string>;
  signal?: AbortSignal | undefined;
};

/** Fills an empty file with an archive and syncs it. Rejects with the signal's reason when aborted. */
export async function writeArchive(file: string, content: ArchiveContent): Promise<void> {
  const { manifest, paths, signal } = content;
  const archive = pack();
  const fill = async () => {
    const text = new TextEncoder().encode(JSON.stringify(manifest));
    await addEntry(archive, { name: MANIFEST_NAME, bytes: text.byteLength }, [text]);
    for (const entry of manifest.entries) {
      const bytes = createReadStream(paths.get(entry.name) ?? "", { highWaterMark: CHUNK_BYTES });
      await addEntry(archive, entry, bytesIn(bytes), signal);
    }
    archive.finalize();
  };
  const failure = Promise.withResolvers<never>();
  const filled = fill().catch((error: Error) => {
    failure.reject(error);
    archive.destroy();
  });
  try {
    await Promise.race([failure.promise, writeAndSync(file, bytesIn(archive))]);
  } finally {
    archive.destroy();
    await filled;
  }
}

async function addEntry(
  archive: Pack,
  { name, bytes }: Pick<ArchiveEntry, "name" | "bytes">,
  content: Bytes,
  signal?: AbortSignal,
): Promise<void> {
  const added = Promise.withResolvers<void>();
  added.promise.catch(() => {});
  const sink = archive.entry({ name, size: bytes, mode: 0o600 }, (error) =>
    error ? added.reject(error) : added.resolve(),
  );
  // Errors reach the callback above; without a listener they would also be uncaught.
  sink.on("error", () => {});
  for await (const chunk of content) {
    signal?.throwIfAborted();
    if (!sink.write(chunk)) await Promise.race([once(sink, "drain"), added.promise]);
  }
  sink.end(undefined);
  await added.promise;
}

type ArchiveHandlers = {
  begin?: (manifest: Manifest) => Promise<void>;
  /** Reads one entry. The iterator throws at its end if the hash differs. */
  onEntry?: (entry: ArchiveEntry, content: AsyncIterable<Uint8Array>) => Promise<void>;
};

/**
 * Reads a whole archive and checks that it holds exactly the entries of its manifest, in order and
 * with matching SHA-256. Throws a CommandError that describes the problem, or a handler's error.
 */
export async function readArchive(
  file: string,
  { begin, onEntry = drain }: ArchiveHandlers = {},
): Promise<Manifest> {
  const entries = entriesOf(file);
  const next = async (name: string) => {
    const { value } = await entries.next();
    if (!value) throw new CommandError(`${file} is cut short: ${name} is missing.`);
    if (value.name === name) return value;
    throw notABackup(file, `it has ${JSON.stringify(value.name)} in place of ${name}`);
  };
  try {
    const text = await readSmall((await next(MANIFEST_NAME)).content);
    const manifest = parseManifest(text);
    if (!manifest) throw notABackup(file, "it was made by another program");
    await begin?.(manifest);
    for (const entry of manifest.entries) {
      const { bytes, content } = await next(entry.name);
      if (bytes !== entry.bytes) throw wrongContent(file, entry);
      await onEntry(entry, checked(file, entry, content));
    }
    for await (const { name } of entries) {
      if (name !== SEAL_NAME) throw notABackup(file, `it continues with ${JSON.stringify(name)}`);
    }
    return manifest;
  } finally {
    await entries.return();
  }
}

/** Reads the manifest of an archive; undefined if the file is not an archive. */
export async function readManifest(file: string): Promise<Manifest | undefined> {
  try {
    for await (const { name, content } of entriesOf(file)) {
      return name === MANIFEST_NAME ? parseManifest(await readSmall(content)) : undefined;
    }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
  }
  return undefined;
}

/** Yields the files of a tar archive. Consume each content before requesting the next file. */
async function* entriesOf(file: string) {
  const source = createReadStream(file, { highWaterMark: CHUNK_BYTES });
  const archive = extract();
  let diskError: Error | undefined;
  source.on("error", (error) => {
    diskError = error;
    archive.destroy(error);
  });
  source.pipe(archive);
  const cutShort = () => diskError ?? new CommandError(`${file} is cut short: copy it again.`);
  async function* contentOf(entry: AsyncIterable<unknown>) {
    try {
      yield* bytesIn(entry);
    } catch {
      // Content is arbitrary bytes, so the only possible error is truncation.
      throw cutShort();
    }
  }
  try {
    for await (const entry of archive) {
      const { name, type, size } = entry.header;
      if (type !== "file") throw notABackup(file, `${JSON.stringify(name)} is no file`);
      yield { name, bytes: size ?? 0, content: contentOf(entry) };
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    // The library's errors have no code, so compare the message.
    const isCut = error instanceof Error && error.message === "Unexpected end of data";
    throw isCut || diskError ? cutShort() : notABackup(file, "it is damaged");
  } finally {
    source.destroy();
    archive.destroy();
  }
}

async function* checked(file: string, entry: ArchiveEntry, content: AsyncIterable<Uint8Array>) {
  const hash = createHash("sha256");
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest("hex") !== entry.sha256) throw wrongContent(file, entry);
}

function wrongContent(file: string, { name }: ArchiveEntry): CommandError {
  return new CommandError(`${file} is damaged: ${name} is not what it was.`);
}

function notABackup(file: string, why: string): CommandError {
  return new CommandError(`${file} is no backup of Papercub: ${why}.`);
}

async function readSmall(content: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.byteLength;
    if (bytes > MAX_MANIFEST_BYTES) throw new CommandError("The archive's manifest is too long.");
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Narrows chunks to bytes, because Node and tar-stream do not declare the type of chunks. */
async function* bytesIn(stream: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) if (chunk instanceof Uint8Array) yield chunk;
}

async function drain(_entry: ArchiveEntry, content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _chunk of content);
}
