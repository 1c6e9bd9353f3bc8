import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { request, type RequestListener } from "node:http";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { loadConfig } from "../../../server/config.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { diskFiles } from "../../../server/integrations/disk-files.ts";
import { openBucket, openFiles, tryBucket } from "../../../server/integrations/open-files.ts";
import { filesUrl, openBucketServer, openOddBucket } from "../../support/bucket.ts";
import { freePort } from "../../support/store-process.ts";
import { temporaryFolder } from "../../support/data-folder.ts";

const server = await openBucketServer();
afterAll(() => server.remove());

const said: string[] = [];
beforeEach(() => {
  said.length = 0;
  const hear = (text: unknown) => said.push(String(text)) > 0;
  vi.spyOn(process.stdout, "write").mockImplementation(hear);
  vi.spyOn(process.stderr, "write").mockImplementation(hear);
});

/** Opens a shop configured for a bucket whose files, with these texts, are still on disk. */
async function openShop(FILES_URL: string, texts: string[] = []) {
  const DATA_DIR = temporaryFolder();
  const config = loadConfig({ DEMO: "1", DATA_DIR, FILES_URL });
  const store = openFiles(config);
  const paths = pathsOf(DATA_DIR);
  const onDisk = () => (existsSync(paths.files) ? readdirSync(paths.files).toSorted() : []);
  const files = await Promise.all(
    texts.map(async (text) => {
      const sha256 = await diskFiles(paths).save(Buffer.from(text));
      return { sha256, bytes: text.length };
    }),
  );
  const open = async (warn?: (fault: Error) => void) =>
    openBucket({ config, fault: await tryBucket(config), warn });
  const inBucket = () => Promise.all(files.map((file) => store.has(file)));
  return { ...paths, store, open, onDisk, names: files.map(nameOf).toSorted(), inBucket };
}
const nameOf = ({ sha256 }: { sha256: string }) => `${sha256}.pdf`;
const TEXTS = Array.from({ length: 9 }, (_, index) => `%PDF-1.7 number ${index}`);

test.each([
  ["the keys", (url: string) => url.replace("S3RVER:", "ANOTHER:"), "403 InvalidAccessKeyId"],
  ["the bucket", (url: string) => url.replace("/shop/", "/another/"), "404 NoSuchBucket"],
])("a bucket that does not know %s stops the start, and takes no file", async (_what, bad, why) => {
  const { open, onDisk, names } = await openShop(bad(server.newFolder()), TEXTS);
  await expect(open(() => {})).rejects.toThrow(
    `Cannot start. Please check these settings:
  FILES_URL: the bucket refuses a file (PUT: ${why}); check its keys, its name and its region`,
  );
  expect(onDisk()).toEqual(names);
});

test("a bucket that gives back other bytes than it was given stops the start", async () => {
  const { open } = await openShop(await openOddBucket((_request, response) => response.end("x")));
  await expect(open()).rejects.toThrow("a trial file came back otherwise");
});

test("a bucket that does not answer stops the start of a shop that has no file there yet", async () => {
  const url = filesUrl(await freePort());
  const host = new URL(url).host;
  const warn = vi.fn();
  const refusal = `FILES_URL: http://${host} does not answer as a bucket does`;
  await expect((await openShop(url)).open()).rejects.toThrow(refusal);
  const moving = await openShop(url, TEXTS);
  await expect(moving.open(warn)).rejects.toThrow(refusal);
  expect(moving.onDisk()).toEqual(moving.names);
  expect(warn).not.toHaveBeenCalled();
});

test("a bucket that does not answer is no reason to close a shop that has its files there", async () => {
  const { open } = await openShop(filesUrl(await freePort()));
  const warn = vi.fn();
  await open(warn);
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ name: "BucketFault" }));
});

test("what stands on disk moves into the bucket once, and nothing else is touched", async () => {
  const { open, store, files, bundles, onDisk, names, inBucket } = await openShop(
    server.newFolder(),
    TEXTS,
  );
  mkdirSync(bundles);
  for (const name of [".x.part", "notes.pdf"]) writeFileSync(join(files, name), "left alone");
  await store.save(Buffer.from(TEXTS[0] ?? ""));
  expect(onDisk()).toEqual([...names, ".x.part", "bundles", "notes.pdf"].toSorted());
  await open();
  expect(onDisk()).toEqual([".x.part", "bundles", "notes.pdf"]);
  expect(await inBucket()).toEqual(TEXTS.map(() => true));
  await open();
  expect(said).toEqual([`Moved ${TEXTS.length} files from ${files} to the bucket\n`]);
});

test("a file that is damaged stays on disk, and is named", async () => {
  const { open, files, onDisk, names } = await openShop(server.newFolder(), TEXTS);
  const [damaged = ""] = names;
  writeFileSync(join(files, damaged), "%PDF");
  await open();
  expect(onDisk()).toEqual([damaged]);
  expect(said.at(-1)).toBe(`These files are damaged and stay in ${files}:\n${damaged}\n`);
});

test("a bucket that is lost in the middle of the move loses no file", async () => {
  const real = new URL(server.newFolder().replace("s3:", "http:"));
  let left = 20;
  const failing: RequestListener = (asked, response) => {
    if (left-- <= 0) return void asked.socket.destroy();
    const { method, url, headers } = asked;
    asked.pipe(
      request({ port: real.port, method, path: url, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      }),
    );
  };
  const { open, onDisk, names, inBucket } = await openShop(await openOddBucket(failing), TEXTS);
  await expect(open()).rejects.toThrow("does not answer as a bucket does");
  const stayed = onDisk();
  expect(stayed.length).toBeGreaterThan(0);
  expect(stayed.length).toBeLessThan(TEXTS.length);
  left = Infinity;
  await open();
  expect(onDisk()).toEqual([]);
  expect(names).toHaveLength(TEXTS.length);
  expect(await inBucket()).toEqual(TEXTS.map(() => true));
});
