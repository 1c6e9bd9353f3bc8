import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const FOLDERS = ["server", "db", "client", "scripts", "tests"];
const SOURCE = /\.(?:ts|tsx|css|sh)$/;
const CITE = /\bdecision: ([\w-]+)/g;

const names = [...read("docs/decisions.md").matchAll(/^### ([\w-]+):/gm)].map(([, name]) => name);

test("each decision has a name of its own", () => {
  expect(names.length).toBeGreaterThan(0);
  expect(names).toEqual([...new Set(names)]);
});

test("every cite in the sources names a decision", () => {
  const cites = FOLDERS.flatMap(listSources).flatMap((file) =>
    [...read(file).matchAll(CITE)].map(([, name]) => ({ file, name })),
  );
  expect(cites.length).toBeGreaterThan(0);
  expect(cites.filter(({ name }) => !names.includes(name))).toEqual([]);
});

function read(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

function listSources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => SOURCE.test(file))
    .map((file) => join(folder, file));
}
