import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Bucket } from "../config/files-url.ts";
import { storedName } from "../data/data-dir.ts";
import { moveDurably, writeStream } from "../data/durable-file.ts";
import { buyerRefusals } from "../contract/refusals.ts";
import { AppError, errorCodeOf } from "../errors.ts";
import type { FileStore, StoredFile } from "../ports/files.ts";
import { within } from "../process/promises.ts";
import { diskBundles, fileCache } from "./disk-bundles.ts";
import { receiveInto } from "./disk-files.ts";

const ANSWER_MS = 10_000;
const PAUSE_MS = 15_000;
/** Minimum upload speed (100 kB/s), used to compute the timeout. */
const SLOWEST_BYTES_PER_MS = 100;
const OWN_LINK_SECONDS = 60;
/** Lifetime of a link: enough to resume 12 MB at 20 kB/s (decision: signed-redirects). */
const LINK_SECONDS = 900;
const RETRY_SECONDS = 60;

const OBJECT_HEADERS = {
  "Content-Type": "application/octet-stream",
  "Cache-Control": "private, no-store",
};

/** A failed bucket request. `status` is undefined without a response. Contains no credentials. */
export class BucketFault extends Error {
  override readonly name = "BucketFault";
  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message);
  }
}

type Times = { answerMs: number; pauseMs: number };
type BucketRequest = { method: "GET" | "HEAD" | "PUT" | "DELETE"; name: string };

/** S3 client on `fetch`, because Bun's calls have no timeout. Methods reject with `unavailable`. */
export function s3Bucket(
  { endpoint, name: bucket, prefix, region, keyId, secret }: Bucket,
  { answerMs, pauseMs }: Times = { answerMs: ANSWER_MS, pauseMs: PAUSE_MS },
) {
  const client = new Bun.S3Client({
    endpoint,
    bucket,
    region,
    accessKeyId: keyId,
    secretAccessKey: secret,
  });

  async function ask({ method, name }: BucketRequest, content?: Blob) {
    const url = client.presign(prefix + name, { method, expiresIn: OWN_LINK_SECONDS });
    const stop = new AbortController();
    const request = { method, redirect: "manual", signal: stop.signal } as const;
    const sent = content ? { ...request, ...sending(content) } : request;
    const ms = answerMs + (content?.size ?? 0) / SLOWEST_BYTES_PER_MS;
    try {
      const answer = await inTime(ms, () => fetch(url, sent));
      if (answer.ok || (answer.status === 404 && method !== "PUT")) return { answer, stop };
      const word = await inTime(answerMs, () => answer.text());
      throw new BucketFault(`${method}: ${answer.status} ${codeIn(word)}`.trim(), answer.status);
    } catch (error) {
      stop.abort();
      throw unavailable(error);
    }
  }

  return {
    async put(name: string, content: Blob): Promise<void> {
      await ask({ method: "PUT", name }, content);
    },

    async findLength(name: string): Promise<number | undefined> {
      const { answer } = await ask({ method: "HEAD", name });
      return answer.ok ? Number(answer.headers.get("Content-Length")) : undefined;
    },

    /** Streams the bytes; throws when the file does not exist. */
    async *read(name: string): AsyncGenerator<Uint8Array, undefined> {
      const { answer, stop } = await ask({ method: "GET", name });
      if (!answer.ok || !answer.body) throw new Error(`The bucket has no ${prefix}${name}.`);
      const reader = answer.body.getReader();
      const next = () => inTime(pauseMs, () => reader.read());
      try {
        for (let part = await next(); part.value; part = await next()) yield part.value;
      } catch (error) {
        throw unavailable(error);
      } finally {
        stop.abort();
      }
    },

    async remove(name: string): Promise<void> {
      await ask({ method: "DELETE", name });
    },

    link(name: string, { type, disposition }: { type: string; disposition: string }): string {
      const expiresIn = LINK_SECONDS;
      return client.presign(prefix + name, { expiresIn, type, contentDisposition: disposition });
    },
  };
}

/** Sends the content as a stream, because Bun would otherwise buffer it twice over TLS. */
function sending(content: Blob) {
  const headers = { ...OBJECT_HEADERS, "Content-Length": String(content.size) };
  return { body: content.stream(), headers };
}

export type S3Bucket = ReturnType<typeof s3Bucket>;

function inTime<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  return within(ms, work, () => new BucketFault(`silent for ${Math.round(ms)} ms`));
}

/** Returns the error code of a response; the code contains no private data. */
function codeIn(xml: string): string {
  return /<Code>(\w{1,80})<\/Code>/.exec(xml)?.[1] ?? "";
}

/** Wraps a BucketFault, or only the code of another error, which may contain the signed URL. */
function unavailable(error: unknown): AppError {
  const code = errorCodeOf(error) || "unknown";
  const cause = error instanceof BucketFault ? error : new BucketFault(`cut off (${code})`);
  return new AppError("unavailable", buyerRefusals.fileStore, {
    cause,
    retryAfterSeconds: RETRY_SECONDS,
  });
}

type S3FileOptions = {
  bucket: S3Bucket;
  isPublic: boolean;
  /** Local folders for uploads in progress, copies and ZIPs. */
  files: string;
  copies: string;
  bundles: string;
};

/** A file store in a bucket, with a verified local cache. Rejects with AppError `unavailable`. */
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
      // If the bucket does not respond, return null, so that the shop can send its local copy.
      const isThere = isPublic && (await has(file).catch(() => false));
      return isThere ? bucket.link(storedName(file.sha256), headers) : null;
    },
  };
}
