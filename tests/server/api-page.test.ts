import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { callsOfApp } from "../support/call-table.ts";

const ROOT = join(import.meta.dirname, "../..");
const ROW = /^\| `((?:GET|POST|PUT|DELETE) \S+)`\s+\| (public|user|admin)\s+\|/gm;

test("docs/api.md has every call with its access", () => {
  const page = readFileSync(join(ROOT, "docs/api.md"), "utf8");
  const documented = [...page.matchAll(ROW)].map(([, name, access]) => `${name} ${access}`);
  const served = callsOfApp().map(({ name, access }) => `${name} ${access}`);
  expect(documented.toSorted()).toEqual([...new Set(served)].toSorted());
});
