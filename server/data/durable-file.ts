import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { HOUR_MS } from "../contract/time.ts";

type Content = Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** Writes a file atomically and durably. Throws, without writing it, if its size is not `bytes`. */
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

/** Like `writeDurably`, for a file that the function `make` creates. */
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

/** Age at which a temporary file counts as abandoned; no upload pauses that long. */
const ABANDONED_MS = HOUR_MS;

export async function dropAbandonedParts(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names.filter((each) => PART.test(each))) {
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
}

// SQLite writes a journal next to its temporary file.
const PART = /^\.[0-9a-f-]{36}\.part(-journal)?$/;

export type Part = { path: string; sha256: string; bytes: number };

/** Writes a stream to a temporary file, which is removed unless `use` moves it. */
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

export async function moveDurably(part: string, target: string): Promise<void> {
  await rename(part, target);
  // A rename is durable only after an fsync of the directory.
  await sync(dirname(target));
}

/** Passes `use` a new empty file, which is removed unless `use` moves it. */
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

export async function writeAndSync(path: string, content: Content): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
