import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type Chunk, findProblems, listLoaded } from "../../scripts/lib/page-weight.ts";

function aChunk(fileName: string, changes: Partial<Chunk> = {}): Chunk {
  const empty = { code: "", imports: [], dynamicImports: [], moduleIds: [], facadeModuleId: null };
  return { fileName, ...empty, ...changes };
}

const later = ["home.js", "account.js"];
const entry = aChunk("entry.js", { dynamicImports: ["hydrate.js"] });
const hydrate = aChunk("hydrate.js", { imports: ["react.js"], dynamicImports: later });
const react = aChunk("react.js");
const home = aChunk("home.js", { imports: ["entry.js"], dynamicImports: ["late.js"] });
const late = aChunk("late.js", { imports: ["react.js"] });
const account = aChunk("account.js", { moduleIds: ["/shop/client/features/account/page.tsx"] });

test("a visitor loads static and dynamic imports of a page, and no other page", () => {
  const chunks = [entry, hydrate, react, home, late, account];
  const loaded = listLoaded({ chunks, roots: [entry, home], ownPages: new Set([home, account]) });
  expect(new Set(loaded)).toEqual(new Set([entry, hydrate, react, home, late]));
});

test("code from behind the sign-in and too many gzipped bytes are problems", () => {
  const heavy = aChunk("heavy.js", { code: randomBytes(1000).toString("base64") });
  const even = aChunk("even.js", { code: "a".repeat(10_000) });
  const limits = { maxBytes: 1000, forbidden: /\/features\/account\// };
  expect(findProblems([entry, even], limits)).toEqual([]);
  expect(findProblems([heavy, account], limits)).toEqual([
    expect.stringMatching(/^\d+ bytes of script, at most 1000 allowed$/),
    "/shop/client/features/account/page.tsx is in account.js",
  ]);
});
