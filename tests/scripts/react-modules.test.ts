import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { REACT_FILES, standBeside, toModule } from "../../scripts/lib/react-modules.ts";

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

const stateful = `var state = { H: null },\n  x = state.H;\nexports.__CLIENT_INTERNALS_X =\n  state;\nexports.use = () => state.H;`;

test.each([
  ["no state", `exports.use = 1;`],
  ["no exports", `var state = {};`],
])("a module with %s cannot stand beside another", (_, code) => {
  expect(() => standBeside(toModule(code), "react")).toThrow("react does not say");
});

test("a module beside another works on its state, and exports all as a whole, too", () => {
  expect(standBeside(toModule(stateful), "react").split("\n")).toEqual([
    `import { __CLIENT_INTERNALS_X as shared_state } from "react";`,
    `var state = { H: null },`,
    `  x = shared_state.H;`,
    `var exported___CLIENT_INTERNALS_X =`,
    `  shared_state;`,
    `var exported_use = () => shared_state.H;`,
    `export { exported___CLIENT_INTERNALS_X as __CLIENT_INTERNALS_X, exported_use as use };`,
    `export default { __CLIENT_INTERNALS_X: exported___CLIENT_INTERNALS_X, use: exported_use };`,
  ]);
});

test.each(["react", "react-dom"] as const)("%s says what its state is", async (id) => {
  const path = require.resolve("react").replace(/react\/index\.js$/, REACT_FILES[id] ?? "");
  const module = standBeside(toModule(await readFile(path, "utf8")), id);
  expect(module).toMatch(new RegExp(`^import \\{ \\w+ as shared_state \\} from "${id}";`));
});
