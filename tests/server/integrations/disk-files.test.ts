import { randomUUID } from "node:crypto";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { HOUR_MS } from "../../../server/contract/time.ts";
import { dropAbandonedParts } from "../../../server/data/durable-file.ts";
import { diskFiles } from "../../../server/integrations/disk-files.ts";
import { sha256 } from "../../support/catalogue.ts";

function folder() {
  const parent = mkdtempSync(join(tmpdir(), "papercub-files-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const directory = join(parent, "not", "there", "yet");
  const files = diskFiles({ files: directory, bundles: join(parent, "bundles") });
  return { directory, files, pathOf: (hash: string) => join(directory, `${hash}.pdf`) };
}
const BYTES = new TextEncoder().encode("%PDF-1.7 some pages");

test("a file that is missing or cut short has no path", async () => {
  const { files, pathOf } = folder();
  const file = { sha256: await files.save(BYTES), bytes: BYTES.length };
  expect(await files.path(file)).toBe(pathOf(file.sha256));
  writeFileSync(pathOf(file.sha256), "%PDF");
  await expect(files.path(file)).rejects.toThrow("4 bytes instead of");
  rmSync(pathOf(file.sha256));
  await expect(files.path(file)).rejects.toThrow("ENOENT");
});

test("bytes are stored under their SHA-256, and nothing else is left behind", async () => {
  const { directory, files, pathOf } = folder();
  const hash = await files.save(BYTES);
  expect(hash).toBe(sha256(BYTES));
  expect(readdirSync(directory)).toEqual([`${hash}.pdf`]);
  expect(new Uint8Array(readFileSync(pathOf(hash)))).toEqual(BYTES);
});

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
