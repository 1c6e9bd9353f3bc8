import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { diskFiles } from "../../../server/integrations/disk-files.ts";
import { readZip } from "../../support/read-zip.ts";

const DAY_MS = 24 * 3_600_000;

/** A store of two files, and the entries that make a ZIP of them. */
async function stored() {
  const directory = fs.mkdtempSync(join(tmpdir(), "papercub-bundles-"));
  onTestFinished(() => fs.rmSync(directory, { recursive: true, force: true }));
  const { bundles, ...paths } = pathsOf(directory);
  const files = diskFiles({ ...paths, bundles });
  const entryOf = async (name: string, text: string) => {
    const bytes = new TextEncoder().encode(text);
    return { name, sha256: await files.save(bytes), bytes: bytes.byteLength };
  };
  const entries = [await entryOf("A4/one.pdf", "%PDF one"), await entryOf("two.pdf", "%PDF two")];
  const pathOf = (index: number) => join(paths.files, `${entries[index]?.sha256}.pdf`);
  return { files, entries, pathOf, kept: () => fs.readdirSync(bundles) };
}

test.each<[string, (path: string) => void]>([
  ["is gone", (path) => fs.rmSync(path)],
  ["is longer than its entry says", (path) => fs.appendFileSync(path, "more")],
])("a ZIP with a file that %s is not made, and nothing is left of it", async (_what, spoil) => {
  const { files, entries, pathOf, kept } = await stored();
  spoil(pathOf(1));
  for (let time = 0; time < 2; time++) await expect(files.bundle(entries)).rejects.toThrow();
  expect(kept()).toEqual([]);
});

test("a ZIP holds each file byte for byte, and is made once", async () => {
  const { files, entries } = await stored();
  const { path } = await files.bundle(entries);
  const found = readZip(new Uint8Array(fs.readFileSync(path)));
  expect(found.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
    ["A4/one.pdf", "%PDF one"],
    ["two.pdf", "%PDF two"],
  ]);
  const { ino } = fs.statSync(path);
  expect((await files.bundle(entries)).path).toBe(path);
  expect(fs.statSync(path)).toMatchObject({ ino });
});

test("the same files asked for many times at once are one whole ZIP", async () => {
  const { files, entries, kept } = await stored();
  const made = await Promise.all(Array.from({ length: 20 }, () => files.bundle(entries)));
  const [id] = new Set(made.map((each) => each.id));
  expect(new Set(made.map((each) => each.path)).size).toBe(1);
  expect(kept()).toEqual([`${id}.zip`]);
});

test("made anew it has the same id and the same bytes; under another name it has neither", async () => {
  const { files, entries } = await stored();
  const first = await files.bundle(entries);
  const bytes = fs.readFileSync(first.path);
  fs.rmSync(first.path);
  expect(await files.bundle(entries)).toEqual(first);
  expect(fs.readFileSync(first.path)).toEqual(bytes);
  const renamed = entries.map((entry) => ({ ...entry, name: `new-${entry.name}` }));
  expect((await files.bundle(renamed)).id).not.toBe(first.id);
});

test("what was not asked for in a month goes when the next one is made", async () => {
  const { files, entries, kept } = await stored();
  const old = await files.bundle(entries);
  const recent = await files.bundle(entries.slice(0, 1));
  const age = (path: string, days: number) => {
    const then = new Date(Date.now() - days * DAY_MS);
    fs.utimesSync(path, then, then);
  };
  age(old.path, 31);
  age(recent.path, 31);
  await files.bundle(entries.slice(0, 1));
  const next = await files.bundle(entries.slice(1));
  expect(kept().toSorted()).toEqual([`${recent.id}.zip`, `${next.id}.zip`].toSorted());
});

test("a ZIP that was cut short is made anew", async () => {
  const { files, entries, kept } = await stored();
  const { path } = await files.bundle(entries);
  const bytes = fs.readFileSync(path);
  fs.writeFileSync(path, bytes.subarray(0, 20));
  await files.bundle(entries);
  expect(fs.readFileSync(path)).toEqual(bytes);
  expect(kept()).toHaveLength(1);
});
