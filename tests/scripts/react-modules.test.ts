import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { REACT_FILES, toModule } from "../../scripts/lib/react-modules.ts";

const require = createRequire(import.meta.url);

test("what a file requires and exports is imported and exported by name", () => {
  const code = [
    `"use strict";`,
    `var A = require("a"),`,
    `  B = require("b-c");`,
    `exports.early = void 0;`,
    `if (A.x) {`,
    `  exports.early = B.y;`,
    `}`,
    `exports.late =`,
    `  exports.early;`,
  ];
  expect(toModule(code.join("\n")).split("\n")).toEqual([
    `"use strict";`,
    `import * as A from "a";`,
    `import * as B from "b-c";`,
    `var exported_early = void 0;`,
    `if (A.x) {`,
    `  exported_early = B.y;`,
    `}`,
    `var exported_late =`,
    `  exported_early;`,
    `export { exported_early as early, exported_late as late };`,
  ]);
});

test.each([
  `if (x) { exports.late = 1; }`,
  `exports["name"] = 1;`,
  `module.exports = 1;`,
  `function f() { return require("a"); }`,
])("%s is refused", (code) => {
  expect(() => toModule(code)).toThrow("no plain CommonJS");
});

test.each(Object.entries(REACT_FILES))("%s keeps its exports", async (id, file) => {
  const path = require.resolve("react").replace(/react\/index\.js$/, file);
  const [, list = ""] = /export \{ (.+) \};$/.exec(toModule(await readFile(path, "utf8"))) ?? [];
  const names = list.split(", ").map((entry) => entry.replace(/^.* as /, ""));
  expect(names.toSorted(), id).toEqual(Object.keys(require(path)).toSorted());
});
