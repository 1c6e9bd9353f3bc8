import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { HOUR_MS } from "../contract/time.ts";

type Content = Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * Writes a file atomically: it is whole or not there, also after a power cut. Its folder is made when it is
 * missing. Rejects, with nothing left behind, when it cannot be written, or is not of `bytes` bytes then.
 */
export async function writeDurably(
  target: string,
  content: Uint8Array | ReadableStream<Uint8Array>,
  bytes: number,
): Promise<void> {
  await withContent(dirname(target), content, async (part) => {
    const { size } = await stat(part);
    if (size !== bytes) throw new Error(`${target} has ${size} bytes instead of ${bytes}.`);
    await moveDurably(part, target);
  });
}

/**
 * Makes a file atomically, as `writeDurably` does, where something else writes it: `make` is given the
 * path of an empty file that only this user may read. Rejects as `make` does, with nothing left behind.
 */
export async function makeDurably(
  target: string,
  make: (part: string) => void | Promise<void>,
): Promise<void> {
  await withPart(dirname(target), async (part) => {
    await make(part);
    await sync(part);
    await moveDurably(part, target);
  });
}

/** How old a part is that no process writes any more: an upload that pauses longer is cut off. */
const ABANDONED_MS = HOUR_MS;

/** Removes the parts that a crash has left in a folder; does nothing where there is no such folder. */
export async function dropAbandonedParts(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names.filter((each) => PART.test(each))) {
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
}

// SQLite writes a journal beside a part of its own.
const PART = /^\.[0-9a-f-]{36}\.part(-journal)?$/;

/** A file that is written and not kept yet. */
export type Part = { path: string; sha256: string; bytes: number };

/**
 * Writes what a stream brings to a part of `directory` and hands it to `use`, which may move it to
 * where it stays; otherwise it is gone afterwards.
 */
export async function writeStream<Result>(
  directory: string,
  content: AsyncIterable<Uint8Array>,
  use: (part: Part) => Promise<Result>,
): Promise<Result> {
  const hash = createHash("sha256");
  let bytes = 0;
  async function* counted() {
    for await (const chunk of content) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      yield chunk;
    }
  }
  return withContent(directory, counted(), (path) =>
    use({ path, bytes, sha256: hash.digest("hex") }),
  );
}

/** Moves a written part to where it stays, over what may be there. */
export async function moveDurably(part: string, target: string): Promise<void> {
  await rename(part, target);
  // The rename itself survives a power cut only when the directory has been synced.
  await sync(dirname(target));
}

/**
 * Gives `use` the path of a new empty file of `directory`, which is made when it is missing. The file is
 * gone afterwards, unless `use` has moved it.
 */
export async function withPart<Result>(
  directory: string,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  await mkdir(directory, { recursive: true });
  const part = join(directory, `.${randomUUID()}.part`);
  await (await open(part, "wx", 0o600)).close();
  try {
    return await use(part);
  } finally {
    await rm(part, { force: true });
    await rm(`${part}-journal`, { force: true });
  }
}

function withContent<Result>(
  directory: string,
  content: Content,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  return withPart(directory, async (part) => {
    await writeAndSync(part, content);
    return use(part);
  });
}

/** Fills an empty file, and brings it to the disk. */
export async function writeAndSync(path: string, content: Content): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Brings to the disk what a file holds, or which names a folder has. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
