import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { onTestFinished } from "vitest";
import { type Bucket, readFilesUrl } from "../../server/config/files-url.ts";

const NAME = "shop";
const KEYS = "S3RVER:S3RVER";

/** Starts a real S3-compatible server with an empty bucket on a free port. */
export async function openBucketServer() {
  const directory = mkdtempSync(join(tmpdir(), "papercub-bucket-"));
  const configureBuckets = [{ name: NAME }];
  const options = { address: "127.0.0.1", directory, silent: true, configureBuckets };
  let server = new S3rver({ ...options, port: 0 });
  const { port } = await server.run();
  const stop = () => {
    server.httpServer.closeAllConnections();
    server.httpServer.close();
  };
  return {
    newFolder: () => filesUrl(port),
    stop,
    /** Listens on the same port again, with the same content. */
    async restart() {
      server = new S3rver({ ...options, port });
      await server.run();
    },
    remove() {
      stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Returns the FILES_URL of an empty folder in the bucket at a local port. */
export const filesUrl = (port: number, keys = KEYS): string =>
  `s3://${keys}@127.0.0.1:${port}/${NAME}/of/${randomUUID()}`;

export function bucketAt(url: string): Bucket {
  const bucket = readFilesUrl(url);
  if (!bucket) throw new Error(`${url} is no FILES_URL.`);
  return bucket;
}

/** Starts a server for one test that sends invalid bucket responses; returns its FILES_URL. */
export async function openOddBucket(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", listening.resolve);
  await listening.promise;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It has no port.");
  return filesUrl(address.port);
}
