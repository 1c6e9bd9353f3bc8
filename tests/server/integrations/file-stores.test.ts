import { readdirSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { pathsOf } from "../../../server/data/data-dir.ts";
import type { FileStore, IncomingFile } from "../../../server/ports/files.ts";
import { openFiles } from "../../../server/integrations/open-files.ts";
import { bucketAt, openBucketServer } from "../../support/bucket.ts";
import { sha256 } from "../../support/catalogue.ts";
import { readZip } from "../../support/read-zip.ts";
import { temporaryFolder } from "../../support/data-folder.ts";

const server = await openBucketServer();
afterAll(() => server.remove());

/** Creates an empty file store of each kind, with a listing of its local data folder. */
const STORES = {
  disk: () => storeWith(null),
  bucket: () => storeWith(bucketAt(server.newFolder())),
};

function storeWith(bucket: ReturnType<typeof bucketAt> | null) {
  const dataDir = temporaryFolder();
  const files = openFiles({ dataDir, bucket });
  const names = () => {
    const found = readdirSync(dataDir, { recursive: true, withFileTypes: true });
    return found.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  return { files, names, folder: pathsOf(dataDir).files };
}

const BYTES = new TextEncoder().encode("%PDF-1.7 some pages");
const FILE = { sha256: sha256(BYTES), bytes: BYTES.length };
const BIG = new Uint8Array(3_000_000).map((_, index) => index % 251);

async function* inParts(...parts: (Uint8Array | Error)[]) {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield part;
  }
}
const textOf = async (content: AsyncIterable<Uint8Array>) =>
  Buffer.concat(await Array.fromAsync(content)).toString();
const keep = async (file: IncomingFile) => file;
const isKept = ({ files }: { files: FileStore }, file = FILE) => files.has(file);

describe.each(Object.entries(STORES))("a file store (%s)", (_kind, open) => {
  test.each(["", "abc", "../../etc/passwd", "A".repeat(64), `${"a".repeat(63)}/`])(
    "has nothing for %j, which is no SHA-256",
    async (name) => {
      const { files } = open();
      const file = { sha256: name, bytes: 1 };
      for (const call of [
        async () => files.path(file),
        async () => files.has(file),
        async () => files.remove(name),
        async () => textOf(files.read(name)),
        async () => files.bundle([{ ...file, name: "a.pdf" }]),
      ]) {
        await expect(call()).rejects.toThrow("SHA-256");
      }
    },
  );

  test("says so of a file that it does not have, and leaves nothing behind", async () => {
    const store = open();
    const { files, names } = store;
    expect(await isKept(store)).toBe(false);
    await expect(files.path(FILE)).rejects.toThrow();
    await expect(textOf(files.read(FILE.sha256))).rejects.toThrow();
    await expect(files.bundle([{ ...FILE, name: "a.pdf" }])).rejects.toThrow();
    await files.remove(FILE.sha256);
    expect(await files.link(FILE, { type: "application/pdf", disposition: "inline" })).toBe(null);
    expect(names()).toEqual([]);
  });

  test("does not take a file of another length for the one that is meant", async () => {
    const store = open();
    await store.files.save(BYTES);
    const longer = { ...FILE, bytes: FILE.bytes + 1 };
    expect(await isKept(store, longer)).toBe(false);
    await expect(store.files.path(longer)).rejects.toThrow();
    await expect(store.files.bundle([{ ...longer, name: "a.pdf" }])).rejects.toThrow();
    expect(store.names().filter((name) => name.endsWith(".zip"))).toEqual([]);
  });

  test("keeps nothing of a stream that breaks, or is refused", async () => {
    const store = open();
    const broken = inParts(BYTES.subarray(0, 5), new Error("The line is gone."));
    await expect(store.files.receive(broken, keep)).rejects.toThrow("The line is gone.");
    const refuse = async () => {
      throw new Error("No such thing.");
    };
    await expect(store.files.receive(inParts(BYTES), refuse)).rejects.toThrow("No such thing.");
    expect(await isKept(store)).toBe(false);
    expect(store.names()).toEqual([]);
  });

  test("stores a stream after its inspection, without temporary parts", async () => {
    const store = open();
    const { files, folder } = store;
    const kept = await files.receive(
      inParts(BYTES.subarray(0, 5), BYTES.subarray(5)),
      async ({ path, ...file }) => {
        expect(file).toEqual(FILE);
        expect(readFileSync(path)).toEqual(Buffer.from(BYTES));
        expect(await isKept(store)).toBe(false);
        return { ...file, pages: 3 };
      },
    );
    expect(kept).toEqual({ ...FILE, pages: 3 });
    expect(await textOf(files.read(FILE.sha256))).toBe("%PDF-1.7 some pages");
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test("gives back what it was given, byte for byte, as a path and as a stream", async () => {
    const store = open();
    const file = { sha256: await store.files.save(BIG), bytes: BIG.length };
    expect(file.sha256).toBe(sha256(BIG));
    expect(await isKept(store, file)).toBe(true);
    const path = await store.files.path(file);
    expect(sha256(readFileSync(path))).toBe(file.sha256);
    expect(await store.files.path(file)).toBe(path);
    const read = Buffer.concat(await Array.fromAsync(store.files.read(file.sha256)));
    expect(sha256(read)).toBe(file.sha256);
  });

  test("keeps the same bytes once, however often and at once they come and go out", async () => {
    const store = open();
    const many = Array.from({ length: 20 });
    await Promise.all(many.map(() => store.files.save(BYTES)));
    await Promise.all(many.map(() => store.files.receive(inParts(BYTES), keep)));
    const paths = await Promise.all(many.map(() => store.files.path(FILE)));
    expect(new Set(paths).size).toBe(1);
    expect(store.names()).toEqual([`${FILE.sha256}.pdf`]);
  });

  test("may stop being read at any byte", async () => {
    const { files } = open();
    const hash = await files.save(BIG);
    for await (const part of files.read(hash)) {
      expect(part.length).toBeGreaterThan(0);
      break;
    }
    expect(sha256(Buffer.concat(await Array.fromAsync(files.read(hash))))).toBe(hash);
  });

  test("has none of a file any more that was removed, and takes it again", async () => {
    const store = open();
    await store.files.save(BYTES);
    await store.files.path(FILE);
    for (let time = 0; time < 2; time++) await store.files.remove(FILE.sha256);
    expect(await isKept(store)).toBe(false);
    await expect(store.files.path(FILE)).rejects.toThrow();
    expect(store.names()).toEqual([]);
    await store.files.save(BYTES);
    expect(readFileSync(await store.files.path(FILE), "utf8")).toBe("%PDF-1.7 some pages");
  });

  test("makes the same ZIP of the same files", async () => {
    const { files } = open();
    const big = { sha256: await files.save(BIG), bytes: BIG.length };
    await files.save(BYTES);
    const entries = [
      { ...FILE, name: "A4/one.pdf" },
      { ...big, name: "two.pdf" },
    ];
    const [bundle, again] = await Promise.all([files.bundle(entries), files.bundle(entries)]);
    expect(again).toEqual(bundle);
    const found = readZip(new Uint8Array(readFileSync(bundle.path)));
    expect(found.map(({ name, bytes }) => [name, sha256(bytes)])).toEqual([
      ["A4/one.pdf", FILE.sha256],
      ["two.pdf", big.sha256],
    ]);
  });
});
