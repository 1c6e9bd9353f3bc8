import { expect, test } from "vitest";
import { packsForSale } from "../../../../client/features/landing/pack-rules.ts";
import { aProduct } from "../../fixtures.ts";

test("Premium and Advanced come first", () => {
  const listed = ["Starter Pack", "Advanced Pack", "Printables Club", "Premium Pack"];
  const packs = packsForSale(listed.map((name, id) => aProduct({ id, name })));
  const names = packs.map((pack) => pack.product.name);
  expect(names).toEqual(["Premium Pack", "Advanced Pack", "Starter Pack", "Printables Club"]);
});

test("a pack that the owner took off the landing page is hidden, whatever its licence", () => {
  const packs = packsForSale([
    aProduct({ id: 1, name: "Class", licence: "classroom", onLanding: true }),
    aProduct({ id: 2, name: "Other", licence: "personal", onLanding: false }),
  ]);
  expect(packs.map(({ product }) => product.name)).toEqual(["Class"]);
});

test.each([
  ["Premium Pack", null, true, "BEST VALUE"],
  ["Premium Pack", "SALE", true, "SALE"],
  ["Advanced Pack", null, false, null],
  ["Starter Pack", "NEW", false, "NEW"],
])("%s with badge %j", (name, badge, highlighted, shown) => {
  const [pack] = packsForSale([aProduct({ name, badge })]);
  expect(pack).toMatchObject({ highlighted, badge: shown });
});

test.each([
  ["Premium Pack", 9],
  ["Advanced Pack", 6], // no more from the 8th line on
  ["Starter Pack", 9],
])("the last line included in %s is %i", (name, last) => {
  const features = Array.from({ length: 10 }, (_, index) => `line ${index}`);
  const [pack] = packsForSale([aProduct({ name, features })]);
  expect(pack?.features.findLastIndex((feature) => feature.included)).toBe(last);
  expect(pack?.features).toHaveLength(10);
});

test.each([
  ["Premium Pack", undefined, 11_700],
  ["Advanced Pack", undefined, 9700],
  ["Starter Pack", undefined, 9700],
  ["Premium Pack", 12_000, 12_000],
  ["Premium Pack", null, null],
  ["Premium Pack", 3000, null], // below the price
])("%s with list price %j strikes %j", (name, listPrice, shown) => {
  const product = { ...aProduct({ name }), listPrice } as ReturnType<typeof aProduct>;
  expect(packsForSale([product])[0]?.listPrice).toBe(shown);
});
