import { expect, test } from "vitest";
import { offerWarnings } from "../../../server/contract/offer-warnings.ts";

const on = (name: string) => ({ name, active: true });
const off = (name: string) => ({ name, active: false });
const ALL = [on("The Dinosaur Busy Book"), on("Color Workbook"), on("Color Workbook for Kids")];
const [dino, color, kids] = ALL as [(typeof ALL)[0], (typeof ALL)[0], (typeof ALL)[0]];

test.each([
  ["one off sale", [off(dino.name), color, kids], ["/upsell"]],
  ["one renamed", [dino, on("Colour Workbook"), kids], ["/upsell2"]],
  ["two gone", [kids], ["/upsell", "/upsell2"]],
  ["one whose name only begins so", [dino, color, on("Color Workbook for Kids 2")], ["/downsell"]],
  ["one that still holds the name", [on("New Dinosaur Busy Book!"), color, kids], []],
  ["another that takes its place", [off(dino.name), on("Dinosaur Busy Book 2"), color, kids], []],
  ["nothing of an offer", [...ALL, on("Premium Pack")], []],
])("of %s, the pages that lose their product are named", (_what, after, pages) => {
  const warnings = offerWarnings(ALL, after);
  expect(warnings.map((text) => /^The offer page (\S+) /.exec(text)?.[1])).toEqual(pages);
});

test("an offer that had no product before loses none", () => {
  expect(offerWarnings([off(dino.name)], [])).toEqual([]);
});
