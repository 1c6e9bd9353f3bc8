import { expect, test } from "vitest";
import { makePage, makePages } from "../../../scripts/printables/pages/kinds.ts";

const wood = { seed: "wood", pictures: ["owl", "fox", "bear", "tree", "bird", "nest"] };

test.each([
  ["a kind that does not exist", "yoga", {}, "yoga"],
  ["an option that is missing", "count and circle", {}, "max"],
  ["an option that the kind does not know", "coloring page", { grund: "snow" }, "grund"],
  ["a drawing that does not exist", "strip puzzle", { title: "Cut", picture: "yeti" }, "picture"],
  ["words that the heading lacks", "strip puzzle", { picture: "owl" }, "{title}"],
])("%s ends the build and is named", (_slip, kind, own, name) => {
  expect(() => makePage(kind, own, wood)).toThrow(name);
});

test("a page uses shared options unless it has its own", () => {
  const [shared, own] = makePages(["memory cards", ["memory cards", { seed: "again" }]], wood);
  expect(shared).toEqual(makePage("memory cards", { pictures: wood.pictures }, { seed: "wood" }));
  expect(own?.ops).not.toEqual(shared?.ops);
});
