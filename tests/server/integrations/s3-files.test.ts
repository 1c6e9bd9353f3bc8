import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { AppError } from "../../../server/errors.ts";
import { s3Bucket, s3Files } from "../../../server/integrations/s3-files.ts";
import { bucketAt, openBucketServer, openOddBucket } from "../../support/bucket.ts";
import { sha256 } from "../../support/catalogue.ts";
import { temporaryFolder } from "../../support/data-folder.ts";

const BYTES = Buffer.from("%PDF-1.7 some pages");
const FILE = { sha256: sha256(BYTES), bytes: BYTES.length };
const HEADERS = { type: "application/pdf", disposition: 'attachment; filename="a b.pdf"' };
/** Short limits for tests of unresponsive buckets; the defaults allow for a busy machine. */
const QUICK = { answerMs: 150, pauseMs: 150 };

const server = await openBucketServer();
afterAll(() => server.remove());

type Opening = { url?: string; isPublic?: boolean; times?: Parameters<typeof s3Bucket>[1] };

/** Opens the file store of a bucket, with empty local folders. */
function open({ url = server.newFolder(), isPublic = true, times }: Opening = {}) {
  const dataDir = temporaryFolder();
  const bucket = s3Bucket(bucketAt(url), times);
  const paths = pathsOf(dataDir);
  const left = () => readdirSync(dataDir, { recursive: true, encoding: "utf8" }).filter(isFile);
  return { ...paths, bucket, files: s3Files({ ...paths, bucket, isPublic }), left };
}
const isFile = (path: string) => /\.\w+$/.test(path);

async function* inParts(...parts: Uint8Array[]) {
  yield* parts;
}

const refusing =
  (status: number, code: string): RequestListener =>
  (_request, response) =>
    response
      .writeHead(status, { Location: "https://elsewhere.example/" })
      .end(`<Error><Code>${code}</Code><Message>with ${"S3RVER"}</Message></Error>`);
const cut: RequestListener = ({ method }, response) => {
  if (method !== "GET") return void response.writeHead(200, { "Content-Length": FILE.bytes }).end();
  response.writeHead(200, { "Content-Length": FILE.bytes });
  response.write(BYTES.subarray(0, 5), () => response.destroy());
};
const pausing: RequestListener = ({ method }, response) => {
  response.writeHead(200, { "Content-Length": FILE.bytes });
  if (method === "GET") response.write(BYTES.subarray(0, 5));
  else response.end();
};

/** Bucket failures and the expected error; `onlyRead` marks those that affect reads only. */
const ODD: [what: string, says: RegExp, answer: RequestListener, onlyRead?: true][] = [
  ["never answers", /silent for 150 ms$/, () => {}],
  ["refuses the keys", /: 403( InvalidAccessKeyId)?$/, refusing(403, "InvalidAccessKeyId")],
  ["is elsewhere", /: 301( PermanentRedirect)?$/, refusing(301, "PermanentRedirect")],
  ["is too busy", /: 503( SlowDown)?$/, refusing(503, "SlowDown")],
  ["fails", /: 500$/, refusing(500, "<b>")],
  ["hangs up", /cut off \(\w+\)$/, (request) => request.socket.destroy()],
  ["hangs up in the middle", /cut off \(\w+\)$/, cut, true],
  ["pauses in the middle", /silent for 150 ms$/, pausing, true],
];

test.each(ODD)("a bucket that %s is told as %s, and nothing is left of it", async (...odd) => {
  const [, says, answer, onlyRead] = odd;
  const times = says.source.startsWith("silent") ? QUICK : undefined;
  const { files, left } = open({ url: await openOddBucket(answer), times });
  const reading = [
    () => files.path(FILE),
    () => Array.fromAsync(files.read(FILE.sha256)),
    () => files.bundle([{ ...FILE, name: "a.pdf" }]),
  ];
  const writing = [
    () => files.has(FILE),
    () => files.save(BYTES),
    () => files.receive(inParts(BYTES), async (file) => file),
    () => files.remove(FILE.sha256),
  ];
  await Promise.all(
    [...reading, ...(onlyRead ? [] : writing)].map(async (call) => {
      const error: unknown = await call().catch((reason: unknown) => reason);
      if (!(error instanceof AppError)) throw new Error(`It did not refuse: ${String(error)}`);
      expect(error).toMatchObject({ code: "unavailable", retryAfterSeconds: 60 });
      expect(String(error.cause)).toMatch(says);
      expect(Bun.inspect(error)).not.toMatch(/S3RVER|X-Amz|Signature|127\.0\.0\.1/);
    }),
  );
  if (!onlyRead) expect(await files.link(FILE, HEADERS)).toBe(null);
  expect(left()).toEqual([]);
});

test.each([
  ["others of the same length", Buffer.from(BYTES).fill(0x20)],
  ["fewer", BYTES.subarray(1)],
])("bytes that are %s are no file, and no ZIP is made of a part", async (_what, bytes) => {
  const { bucket, files, left } = open();
  await bucket.put(`${FILE.sha256}.pdf`, new Blob([new Uint8Array(bytes)]));
  await expect(files.path(FILE)).rejects.toThrow("other bytes");
  expect(left()).toEqual([]);
});

test("a reader may take longer than the bucket may", async () => {
  const times = { answerMs: 10_000, pauseMs: 600 };
  const { files } = open({ times });
  const big = new Uint8Array(2_000_000).map((_, index) => index % 251);
  const parts: Uint8Array[] = [];
  for await (const part of files.read(await files.save(big))) {
    if (parts.push(part) === 1) await Bun.sleep(times.pauseMs + 100);
  }
  expect(sha256(Buffer.concat(parts))).toBe(sha256(big));
});

test("a reader that has enough lets go of the bucket", async () => {
  const gone = Promise.withResolvers<void>();
  const url = await openOddBucket((_request, response) => {
    response.on("close", gone.resolve);
    response.writeHead(200, { "Content-Length": FILE.bytes }).write(BYTES.subarray(0, 5));
  });
  for await (const part of open({ url }).files.read(FILE.sha256)) {
    expect(part.length).toBe(5);
    break;
  }
  await gone.promise;
});

test("a copy is sent while the bucket is away, and fetched again when it is not whole", async () => {
  const { files, copies } = open();
  await files.save(BYTES);
  const path = await files.path(FILE);
  expect(path).toBe(join(copies, `${FILE.sha256}.pdf`));
  writeFileSync(path, "%PDF");
  expect(await files.path(FILE)).toBe(path);
  expect(readFileSync(path)).toEqual(BYTES);
  const away = await openOddBucket((request) => request.socket.destroy());
  const alone = s3Files({
    bucket: s3Bucket(bucketAt(away)),
    isPublic: true,
    files: copies,
    copies,
    bundles: copies,
  });
  expect(await alone.link(FILE, HEADERS)).toBe(null);
  expect(await alone.path(FILE)).toBe(path);
});

test("a link gives the bytes to anybody, under the headers that it was made with, for 15 minutes", async () => {
  const url = server.newFolder();
  const { files } = open({ url });
  await files.save(BYTES);
  expect(await open({ url, isPublic: false }).files.link(FILE, HEADERS)).toBe(null);
  const link = new URL((await files.link(FILE, HEADERS)) ?? "");
  expect(link.searchParams.get("X-Amz-Expires")).toBe("900");
  const answer = await fetch(link, { headers: { Range: "bytes=5-" } });
  expect([answer.status, await answer.text()]).toEqual([206, "1.7 some pages"]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": HEADERS.type,
    "content-disposition": HEADERS.disposition,
    "cache-control": "private, no-store",
  });
  expect(await files.link({ ...FILE, bytes: 1 }, HEADERS)).toBe(null);
});
