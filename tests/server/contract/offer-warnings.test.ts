import { expect, test } from "vitest";
import { OFFERS_BY_NAME } from "../../../server/contract/offer-names.ts";
import { offerWarnings } from "../../../server/contract/offer-warnings.ts";

const on = (name: string, id = 0) => ({ id, name, active: true });
const off = (name: string, id = 0) => ({ id, name, active: false });
const ALL = [on("The Dinosaur Busy Book"), on("Color Workbook"), on("Color Workbook for Kids")];
const [dino, color, kids] = ALL as [(typeof ALL)[0], (typeof ALL)[0], (typeof ALL)[0]];
const lostOffers = (texts: string[]) =>
  texts.map((text) => / as the (\w+) offer after a purchase/.exec(text)?.[1]);

test.each([
  ["one off sale", [off(dino.name), color, kids], ["first"]],
  ["one renamed", [dino, on("Colour Workbook"), kids], ["second"]],
  ["two gone", [kids], ["first", "second"]],
  ["one whose name only begins so", [dino, color, on("Color Workbook for Kids 2")], ["last"]],
  ["one that still holds the name", [on("New Dinosaur Busy Book!"), color, kids], []],
  ["another that takes its place", [off(dino.name), on("Dinosaur Busy Book 2"), color, kids], []],
  ["nothing of an offer", [...ALL, on("Premium Pack")], []],
])("of %s, the offers that lose their product are named", (_what, after, offers) => {
  expect(lostOffers(offerWarnings(ALL, after, OFFERS_BY_NAME))).toEqual(offers);
});

test("an offer that had no product before loses none", () => {
  expect(offerWarnings([off(dino.name)], [], OFFERS_BY_NAME)).toEqual([]);
});

test("a chosen product off sale is named, and its new name is not", () => {
  const before = [on("Weekend Pack", 7), dino];
  const choice = { ...OFFERS_BY_NAME, lastOfferId: 7 };
  const [warning] = offerWarnings(before, [off("Weekend Pack", 7), dino], choice);
  expect(warning).toMatch(/^Buyers see “Weekend Pack” as the last offer after a purchase\. /);
  expect(offerWarnings(before, [on("Garden Pack", 7)], choice)).toEqual([]);
  expect(offerWarnings(before, [], { ...choice, offers: false })).toEqual([]);
});
