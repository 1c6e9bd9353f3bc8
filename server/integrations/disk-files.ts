import { createHash } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FileStore } from "../ports/files.ts";
import { storedName } from "../data/data-dir.ts";
import { diskBundles } from "./disk-bundles.ts";
import { moveDurably, type Part, writeDurably, writeStream } from "../data/durable-file.ts";

type Directories = { files: string; bundles: string };

export function diskFiles({ files, bundles }: Directories): FileStore {
  const pathOf = (sha256: string) => join(files, storedName(sha256));
  const read = (sha256: string) => Bun.file(pathOf(sha256)).stream();

  return {
    has: ({ sha256, bytes }) => isStored(pathOf(sha256), bytes),
    async path({ sha256, bytes }) {
      const path = pathOf(sha256);
      const { size } = await stat(path);
      if (size !== bytes)
        throw new Error(`The file ${sha256} has ${size} bytes instead of ${bytes}.`);
      return path;
    },
    read,
    link: async () => null,
    bundle: diskBundles(bundles, read),
    async save(bytes) {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const target = pathOf(sha256);
      const { byteLength } = bytes;
      if (!(await isStored(target, byteLength))) await writeDurably(target, bytes, byteLength);
      return sha256;
    },
    receive: receiveInto(files, async ({ path, sha256, bytes }) => {
      const target = pathOf(sha256);
      if (!(await isStored(target, bytes))) await moveDurably(path, target);
    }),
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
  };
}

/** Streams an upload into a temporary file; `keep` stores it after `inspect` accepts it. */
export function receiveInto(
  directory: string,
  keep: (part: Part) => Promise<void>,
): FileStore["receive"] {
  return (content, inspect) =>
    writeStream(directory, content, async (part) => {
      const inspected = await inspect(part);
      await keep(part);
      return inspected;
    });
}

async function isStored(path: string, bytes: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.size === bytes;
}
