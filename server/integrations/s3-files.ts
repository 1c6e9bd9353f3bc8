import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { FileStore, StoredFile } from "../ports/files.ts";
import { diskBundles, fileCache } from "./disk-bundles.ts";
import { storedName } from "../data/data-dir.ts";
import { receiveInto } from "./disk-files.ts";
import { moveDurably, writeStream } from "../data/durable-file.ts";
import type { S3Bucket } from "./s3-bucket.ts";

type S3FileOptions = {
  bucket: S3Bucket;
  /** Whether buyers may be redirected to the bucket. */
  isPublic: boolean;
  /** Local folders for uploads in progress, copies and ZIPs. */
  files: string;
  copies: string;
  bundles: string;
};

/**
 * A file store in a bucket, with the same names as on disk. Files that the shop sends itself are downloaded
 * to a local cache, verified, and deleted when unused for a month. Rejects with AppError `unavailable` when
 * the bucket does not respond.
 */
export function s3Files({ bucket, isPublic, files, copies, bundles }: S3FileOptions): FileStore {
  const cached = fileCache(copies);
  const read = (sha256: string) => bucket.read(storedName(sha256));
  const has: FileStore["has"] = async ({ sha256, bytes }) =>
    (await bucket.findLength(storedName(sha256))) === bytes;

  const copyTo = (path: string, { sha256, bytes }: StoredFile) =>
    writeStream(copies, read(sha256), async (part) => {
      if (part.sha256 !== sha256 || part.bytes !== bytes)
        throw new Error(`The bucket has other bytes under ${sha256}.`);
      await moveDurably(part.path, path);
    });

  return {
    has,
    read,
    bundle: diskBundles(bundles, read),
    path: async (file) =>
      cached({
        name: storedName(file.sha256),
        bytes: file.bytes,
        make: (path) => copyTo(path, file),
      }),
    async save(bytes) {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const isStored = await has({ sha256, bytes: bytes.byteLength });
      if (!isStored) await bucket.put(storedName(sha256), new Blob([new Uint8Array(bytes)]));
      return sha256;
    },
    receive: receiveInto(files, (part) => bucket.put(storedName(part.sha256), Bun.file(part.path))),
    async remove(sha256) {
      await bucket.remove(storedName(sha256));
      await rm(join(copies, storedName(sha256)), { force: true });
    },
    async link(file, headers) {
      // If the bucket does not respond, the local copy may still work.
      const isThere = isPublic && (await has(file).catch(() => false));
      return isThere ? bucket.link(storedName(file.sha256), headers) : null;
    },
  };
}
