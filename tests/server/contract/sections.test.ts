import { expect, test } from "vitest";
import {
  findSectionsFault,
  LANDING_SECTIONS,
  moveSection,
  newShopSections,
  readSections,
  type SectionName,
  setHidden,
  writeSections,
} from "../../../server/contract/sections.ts";

const shownIn = (text: string) =>
  readSections(text).flatMap(({ name, isHidden }) => (isHidden ? [] : [name]));

test.each<[text: string, shown: readonly SectionName[]]>([
  ["", LANDING_SECTIONS],
  [" ", LANDING_SECTIONS],
  ["faq, -pricing,hero", ["faq", "hero"]],
  // Values that the write rule refuses, such as those of an older or newer version.
  ["faq, footer, hero", ["faq", "hero"]],
  ["faq, -faq, hero, faq", ["faq", "hero"]],
  ["-faq", []],
  [newShopSections(), ["hero", "pricing", "faq"]],
])("the value “%s” shows %j", (text, shown) => {
  expect(shownIn(text)).toEqual(shown);
  const names = readSections(text).map(({ name }) => name);
  expect(names.toSorted()).toEqual(LANDING_SECTIONS.toSorted());
  expect(readSections(writeSections(readSections(text)))).toEqual(readSections(text));
});

test.each([
  ["hero, footer", { kind: "unknown", name: "footer" }],
  ["hero, ", { kind: "unknown", name: "" }],
  ["hero, --faq", { kind: "unknown", name: "-faq" }],
  ["hero, -hero", { kind: "repeated", name: "hero" }],
  ["-hero, -faq", { kind: "empty" }],
  ["faq", undefined],
  [newShopSections(), undefined],
])("the value “%s” has the problem %j", (text, fault) => {
  expect(findSectionsFault(text)).toEqual(fault);
});

test("a section moves by places and stops at both ends; the default order is stored as empty", () => {
  const all = readSections("");
  const moved = moveSection(all, "pain-points", -1);
  expect(moved.slice(0, 3).map(({ name }) => name)).toEqual(["pain-points", "hero", "why-choose"]);
  expect(moveSection(moved, "pain-points", -1)).toEqual(moved);
  expect(moveSection(all, "final-cta", 1)).toEqual(all);
  expect(writeSections(moveSection(moved, "pain-points", 1))).toBe("");
});

test("a section is hidden in its place, and shown again", () => {
  const hidden = setHidden(readSections(""), "faq", true);
  expect(writeSections(hidden)).toContain("about-creator, -faq, final-cta");
  expect(writeSections(setHidden(hidden, "faq", false))).toBe("");
});
