import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TABLES } from "../../server/domain/tables/registry.ts";
import { callsOfApp } from "../support/call-table.ts";

const ROOT = join(import.meta.dirname, "../..");
const ROW = /^\| `((?:GET|POST|PUT|DELETE) \S+)`\s+\| (public|user|admin)\s+\|/gm;

const page = readFileSync(join(ROOT, "docs/api.md"), "utf8");

test("docs/api.md has every call with its access", () => {
  const documented = [...page.matchAll(ROW)].map(([, name, access]) => `${name} ${access}`);
  const served = callsOfApp().map(({ name, access }) => `${name} ${access}`);
  expect(documented.toSorted()).toEqual([...new Set(served)].toSorted());
});

test("docs/api.md lists the tables of the admin", () => {
  const listed = (which: string) =>
    new RegExp(`${which} tables: (.+?)\\.`)
      .exec(page)?.[1]
      ?.split(", ")
      .map((name) => name.slice(1, -1));
  const tables = [...TABLES.values()];
  const named = (readOnly: boolean) =>
    tables.filter((table) => table.readOnly === readOnly).map(({ name }) => name);
  expect(listed("Editable")?.toSorted()).toEqual(named(false).toSorted());
  expect(listed("Read-only")?.toSorted()).toEqual(named(true).toSorted());
});
