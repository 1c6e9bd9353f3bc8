import { randomUUID } from "node:crypto";
import {
  appendFileSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../../../server/contract/time.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { dropAbandonedParts } from "../../../server/data/durable-file.ts";
import { diskFiles } from "../../../server/integrations/disk-files.ts";
import { temporaryFolder } from "../../support/data-folder.ts";

function folder() {
  const parent = temporaryFolder();
  const directory = join(parent, "not", "there", "yet");
  const files = diskFiles({ files: directory, bundles: join(parent, "bundles") });
  return { directory, files, pathOf: (hash: string) => join(directory, `${hash}.pdf`) };
}
const BYTES = new TextEncoder().encode("%PDF-1.7 some pages");

test("the same bytes again write nothing, unless a crash has cut their file short", async () => {
  const { directory, files, pathOf } = folder();
  const path = pathOf(await files.save(BYTES));
  const { ino, mtimeMs } = statSync(path);
  await files.save(BYTES);
  expect(statSync(path)).toMatchObject({ ino, mtimeMs });
  writeFileSync(path, "%PDF");
  await files.save(BYTES);
  expect(new Uint8Array(readFileSync(path))).toEqual(BYTES);
  expect(readdirSync(directory)).toHaveLength(1);
});

test("what a crash cut short is removed once no process can be writing it", async () => {
  const { directory, files } = folder();
  await dropAbandonedParts(directory);
  const hash = await files.save(BYTES);
  const [old, young] = [`.${randomUUID()}.part`, `.${randomUUID()}.part`];
  for (const name of [old, young, "notes.part"]) writeFileSync(join(directory, name), "%PDF");
  const twoHoursAgo = new Date(Date.now() - 2 * HOUR_MS);
  for (const name of [old, "notes.part", `${hash}.pdf`]) {
    utimesSync(join(directory, name), twoHoursAgo, twoHoursAgo);
  }
  await dropAbandonedParts(directory);
  expect(readdirSync(directory).toSorted()).toEqual(
    [young, `${hash}.pdf`, "notes.part"].toSorted(),
  );
});

/** Creates a file store with two files and the entries for a ZIP of them. */
async function stored() {
  const directory = temporaryFolder();
  const { bundles, ...paths } = pathsOf(directory);
  const files = diskFiles({ ...paths, bundles });
  const entryOf = async (name: string, text: string) => {
    const bytes = new TextEncoder().encode(text);
    return { name, sha256: await files.save(bytes), bytes: bytes.byteLength };
  };
  const entries = [await entryOf("A4/one.pdf", "%PDF one"), await entryOf("two.pdf", "%PDF two")];
  const pathOf = (index: number) => join(paths.files, `${entries[index]?.sha256}.pdf`);
  return { files, entries, pathOf, kept: () => readdirSync(bundles) };
}

test("a ZIP with a file that is longer than its entry says is not made", async () => {
  const { files, entries, pathOf, kept } = await stored();
  appendFileSync(pathOf(1), "more");
  for (let time = 0; time < 2; time++) await expect(files.bundle(entries)).rejects.toThrow();
  expect(kept()).toEqual([]);
});

test("made anew it has the same id and the same bytes; under another name it has neither", async () => {
  const { files, entries } = await stored();
  const first = await files.bundle(entries);
  const bytes = readFileSync(first.path);
  rmSync(first.path);
  expect(await files.bundle(entries)).toEqual(first);
  expect(readFileSync(first.path)).toEqual(bytes);
  const renamed = entries.map((entry) => ({ ...entry, name: `new-${entry.name}` }));
  expect((await files.bundle(renamed)).id).not.toBe(first.id);
});

test("what was not asked for in a month goes when the next one is made", async () => {
  const { files, entries, kept } = await stored();
  const old = await files.bundle(entries);
  const recent = await files.bundle(entries.slice(0, 1));
  const age = (path: string, days: number) => {
    const then = new Date(Date.now() - days * DAY_MS);
    utimesSync(path, then, then);
  };
  age(old.path, 31);
  age(recent.path, 31);
  await files.bundle(entries.slice(0, 1));
  const next = await files.bundle(entries.slice(1));
  expect(kept().toSorted()).toEqual([`${recent.id}.zip`, `${next.id}.zip`].toSorted());
});
