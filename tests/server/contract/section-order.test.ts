import { expect, test } from "vitest";
import {
  findSectionsFault,
  neighborOf,
  newShopSections,
  placeSection,
  readSections,
  type Section,
  setHidden,
  writeSections,
} from "../../../server/contract/section-order.ts";
import { LANDING_SECTIONS, type SectionName } from "../../../server/contract/sections.ts";

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

const move = (sections: Section[], name: SectionName, step: -1 | 1) => {
  const target = neighborOf(sections, name, step);
  return target ? placeSection(sections, name, target) : undefined;
};

test("a section moves up and down to both ends; the default order is stored as empty", () => {
  const all = readSections("");
  const moved = move(all, "pain-points", -1)!;
  expect(moved.slice(0, 3).map(({ name }) => name)).toEqual(["pain-points", "hero", "why-choose"]);
  expect(move(moved, "pain-points", -1)).toBeUndefined();
  expect(move(all, "final-cta", 1)).toBeUndefined();
  expect(writeSections(move(moved, "pain-points", 1)!)).toBe("");
});

test("a shown section passes hidden ones, and a hidden one moves by one place", () => {
  const sections = readSections("hero, -bonuses, -faq, pricing");
  const first = (moved: Section[]) => writeSections(moved.slice(0, 4));
  expect(first(move(sections, "pricing", -1)!)).toBe("pricing, hero, -bonuses, -faq");
  expect(first(move(sections, "hero", 1)!)).toBe("-bonuses, -faq, pricing, hero");
  expect(move(sections, "pricing", 1)).toBeUndefined();
  expect(first(move(sections, "faq", -1)!)).toBe("hero, -faq, -bonuses, pricing");
});

test("a section is hidden in its place, and shown again", () => {
  const hidden = setHidden(readSections(""), "faq", true);
  expect(writeSections(hidden)).toContain("about-creator, -faq, final-cta");
  expect(writeSections(setHidden(hidden, "faq", false))).toBe("");
});
