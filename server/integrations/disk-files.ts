import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { FileStore } from "../deps.ts";
import { diskBundles } from "./disk-bundles.ts";
import { writeDurably } from "./durable-file.ts";

const SHA256_HEX = /^[0-9a-f]{64}$/;

type Directories = { files: string; bundles: string };

/** A file store on disk: each file is `{files}/{sha256}.pdf`, each ZIP stands in `bundles`. */
export function diskFiles({ files, bundles }: Directories): FileStore {
  const path = (sha256: string) => {
    if (!SHA256_HEX.test(sha256)) throw new Error("A stored file is named by its SHA-256.");
    return join(files, `${sha256}.pdf`);
  };

  return {
    path,
    bundle: diskBundles({ directory: bundles, pathOf: path }),
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
