import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { extract } from "tar-stream";
import { CommandError } from "../errors.ts";
import { bytesIn, proven, WrongContent } from "./content.ts";
import { type Entry, type Manifest, MANIFEST_NAME, parseManifest, SEAL_NAME } from "./manifest.ts";

/** A line of 150 bytes for each of 200,000 files. */
const LONGEST_MANIFEST_BYTES = 32_000_000;
const SEAL_BYTES = 64;
const CHUNK_BYTES = 1_000_000;

type Keep = {
  /** Hears what is to come, before anything else is read. */
  begin?: (manifest: Manifest) => Promise<void>;
  /** Takes the content of an entry, which throws at its end when it is not what it has to be. */
  keep?: (entry: Entry, content: AsyncIterable<Uint8Array>) => Promise<void>;
};

/**
 * Reads an archive from its first byte to its last and proves it: it holds what its manifest says, in that
 * order, each with its SHA-256, and nothing else. Returns the manifest. Throws a CommandError that says what
 * is wrong, or what `begin` and `keep` throw; whatever was kept by then is not to be trusted.
 */
export async function readArchive(path: string, { begin, keep = drain }: Keep = {}) {
  const entries = openEntries(path);
  try {
    const text = await readSmall(
      (await entries.next(MANIFEST_NAME)).content,
      LONGEST_MANIFEST_BYTES,
    );
    const manifest = parseManifest(new TextDecoder().decode(text));
    if (!manifest) {
      throw new CommandError(`${path} was made by another program, or is no backup of Papercub`);
    }
    await begin?.(manifest);
    for (const entry of manifest.entries) {
      const { bytes, content } = await entries.next(entry.name);
      if (bytes !== entry.bytes) throw new WrongContent(entry);
      await keep(entry, proven(entry, content));
    }
    const seal = await readSmall((await entries.next(SEAL_NAME)).content, SEAL_BYTES);
    const isSealed = new TextDecoder().decode(seal) === hashOf(text);
    if (!isSealed) throw new CommandError(`${path} is damaged: its manifest is not what it was`);
    await entries.end();
    return manifest;
  } catch (error) {
    if (error instanceof WrongContent) {
      throw new CommandError(`${path} is damaged: ${error.message}`);
    }
    throw error;
  } finally {
    entries.close();
  }
}

/** What an archive says of itself; undefined when it says nothing. */
export async function readManifest(path: string): Promise<Manifest | undefined> {
  const entries = openEntries(path);
  try {
    const text = await readSmall(
      (await entries.next(MANIFEST_NAME)).content,
      LONGEST_MANIFEST_BYTES,
    );
    return parseManifest(new TextDecoder().decode(text));
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  } finally {
    entries.close();
  }
}

/** The entries of a tar file, one after the other. */
function openEntries(path: string) {
  const source = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const archive = extract();
  let diskError: Error | undefined;
  source.on("error", (error) => {
    diskError = error;
    archive.destroy(error);
  });
  source.pipe(archive);
  const entries = archive[Symbol.asyncIterator]();

  const take = async () => {
    try {
      return await entries.next();
    } catch (error) {
      if (diskError) throw diskError;
      if (isCut(error)) throw cutShort(path);
      throw new CommandError(`${path} is damaged, or is no backup of Papercub`);
    }
  };
  async function* contentOf(entry: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
    try {
      yield* bytesIn(entry);
    } catch {
      // Content is arbitrary bytes, so the only possible fault is an early end.
      throw diskError ?? cutShort(path);
    }
  }
  return {
    /** The next entry, which has to be a file of this name. */
    async next(name: string) {
      const { value: entry, done } = await take();
      if (done) throw new CommandError(`${path} is cut short: ${name} is missing`);
      const { type, size } = entry.header;
      if (type === "file" && entry.header.name === name) {
        return { bytes: size, content: contentOf(entry) };
      }
      const found = JSON.stringify(entry.header.name);
      throw new CommandError(
        `${path} is no backup of Papercub: it has ${found} in place of ${name}`,
      );
    },
    /** Makes sure that there is no further entry. */
    async end() {
      const { value: entry, done } = await take();
      if (done) return;
      const found = JSON.stringify(entry.header.name);
      throw new CommandError(`${path} is no backup of Papercub: it goes on with ${found}`);
    },
    close() {
      source.destroy();
      archive.destroy();
    },
  };
}

/** Compares the message, because the library's errors have no code. */
function isCut(error: unknown): boolean {
  return error instanceof Error && error.message === "Unexpected end of data";
}

function cutShort(path: string): CommandError {
  return new CommandError(`${path} is cut short: copy it again`);
}

async function readSmall(content: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.byteLength;
    if (bytes > most) throw new CommandError("The archive's manifest is too long.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function drain(_entry: Entry, content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _chunk of content);
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
