import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import {
  type Chunk,
  findTooMuch,
  gzippedBytes,
  listLoaded,
} from "../../scripts/lib/page-weight.ts";

function aChunk(fileName: string, changes: Partial<Chunk> = {}): Chunk {
  return {
    fileName,
    code: "",
    imports: [],
    dynamicImports: [],
    moduleIds: [],
    facadeModuleId: null,
    ...changes,
  };
}

const entry = aChunk("entry.js", { dynamicImports: ["hydrate.js"] });
const hydrate = aChunk("hydrate.js", {
  imports: ["react.js"],
  dynamicImports: ["home.js", "account.js"],
});
const react = aChunk("react.js");
const home = aChunk("home.js", { imports: ["entry.js"], dynamicImports: ["late.js"] });
const late = aChunk("late.js", { imports: ["react.js"] });
const account = aChunk("account.js", { moduleIds: ["/shop/client/features/account/page.tsx"] });
const chunks = [entry, hydrate, react, home, late, account];
const isPage = (chunk: Chunk) => chunk === home || chunk === account;

test("a visitor loads what a page names now and later, and no other page", () => {
  const loaded = listLoaded({ chunks, roots: [entry, home], isPage });
  expect(new Set(loaded)).toEqual(new Set([entry, hydrate, react, home, late]));
});

test("what stands behind the sign-in is named with the file that it strayed into", () => {
  const rule = { mostBytes: 1000, forbidden: /\/features\/account\// };
  expect(findTooMuch([entry, home], rule)).toEqual([]);
  expect(findTooMuch([entry, account], rule)).toEqual([
    "/shop/client/features/account/page.tsx is in account.js",
  ]);
});

test("the weight is that of the files as they are sent", () => {
  const heavy = aChunk("heavy.js", { code: randomBytes(1000).toString("base64") });
  expect(gzippedBytes([heavy])).toBeGreaterThan(1000);
  expect(gzippedBytes([aChunk("even.js", { code: "a".repeat(10_000) })])).toBeLessThan(100);
  const [problem] = findTooMuch([heavy], { mostBytes: 1000, forbidden: /^$/ });
  expect(problem).toMatch(/^\d+ bytes of script, at most 1000 allowed$/);
});
