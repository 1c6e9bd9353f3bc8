import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Writes a file atomically: it is whole or not there, also after a power cut. Its folder is made when it is
 * missing. Rejects, with nothing left behind, when it cannot be written, or is not of `bytes` bytes then.
 */
export async function writeDurably(
  target: string,
  content: Uint8Array | ReadableStream<Uint8Array>,
  bytes: number,
): Promise<void> {
  const directory = dirname(target);
  await mkdir(directory, { recursive: true });
  const temporary = join(directory, `.${randomUUID()}.part`);
  try {
    await writeAndSync(temporary, content);
    const { size } = await stat(temporary);
    if (size !== bytes) throw new Error(`${target} has ${size} bytes instead of ${bytes}.`);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  // The rename itself survives a power cut only when the directory has been synced.
  await sync(directory);
}

async function writeAndSync(
  path: string,
  content: Uint8Array | ReadableStream<Uint8Array>,
): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function sync(directory: string): Promise<void> {
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
