import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { FileStore } from "../deps.ts";
import { diskBundles } from "./disk-bundles.ts";
import { writeDurably } from "./durable-file.ts";

const SHA256_HEX = /^[0-9a-f]{64}$/;

/** A file store in one directory: `{directory}/{sha256}.pdf`, and its ZIPs in `bundles` below it. */
export function diskFiles(directory: string): FileStore {
  const path = (sha256: string) => {
    if (!SHA256_HEX.test(sha256)) throw new Error("A stored file is named by its SHA-256.");
    return join(directory, `${sha256}.pdf`);
  };

  return {
    path,
    bundle: diskBundles({ directory: join(directory, "bundles"), pathOf: path }),
    async save(bytes) {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const target = path(sha256);
      const { byteLength } = bytes;
      if (!(await isStored(target, byteLength))) await writeDurably(target, bytes, byteLength);
      return sha256;
    },
  };
}

async function isStored(path: string, bytes: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.size === bytes;
}
