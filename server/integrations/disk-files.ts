import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FileStore } from "../deps.ts";

const SHA256_HEX = /^[0-9a-f]{64}$/;

/** A file store in one directory: `{directory}/{sha256}.pdf`. */
export function diskFiles(directory: string): FileStore {
  const path = (sha256: string) => {
    if (!SHA256_HEX.test(sha256)) throw new Error("A stored file is named by its SHA-256.");
    return join(directory, `${sha256}.pdf`);
  };

  return {
    path,
    async save(bytes) {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const target = path(sha256);
      if (await isStored(target, bytes.byteLength)) return sha256;
      await mkdir(directory, { recursive: true });
      const temporary = join(directory, `.${randomUUID()}.part`);
      await writeDurably(temporary, bytes);
      await rename(temporary, target);
      await syncDirectory(directory);
      return sha256;
    },
  };
}

async function isStored(path: string, bytes: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.size === bytes;
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

// The rename itself survives a power cut only when the directory has been synced.
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
