import { describe, expect, test } from "vitest";
import {
  dueOf,
  findOffer,
  type Offer,
  priceOf,
  productIdsOf,
  summaryOf,
} from "../../../../client/features/funnel/offer-rules.ts";
import { aProduct } from "../../fixtures.ts";

const pack = aProduct({ id: 1 });
const dinosaurs = aProduct({ id: 3, name: "Dinosaur Busy Book", price: 1200, listPrice: 2400 });
const colors = aProduct({ id: 4, name: "Color Workbook", price: 1900, listPrice: 3900 });
const kids = aProduct({ id: 5, name: "Color Workbook for Kids", price: 900, listPrice: 1900 });
const products = [pack, kids, dinosaurs, colors];

function anOffer(changes: Partial<Offer> = {}): Offer {
  return {
    kind: "upsell2",
    product: colors,
    originalId: 1,
    original: pack,
    upsell: dinosaurs,
    ownership: { order: null, ownedIds: [] },
    ...changes,
  };
}

const order = {
  sessionId: "cs_1",
  orderNumber: "T88F-N757",
  status: "paid",
  recognised: true,
} as const;
const paid = { order, ownedIds: [1] };

test("each page finds its product by its name", () => {
  expect(findOffer("upsell", products)).toBe(dinosaurs);
  expect(findOffer("upsell2", products)).toBe(colors);
  expect(findOffer("downsell", products)).toBe(kids);
  const renamed = { ...dinosaurs, name: "The Big Dinosaur Busy Book" };
  expect(findOffer("upsell", [renamed])).toBe(renamed);
  expect(findOffer("upsell2", [{ ...colors, name: "color workbook" }])).toBeUndefined();
});

describe("what is sent to the checkout", () => {
  test("the original, the accepted extra, then the offer", () => {
    expect(productIdsOf(anOffer(), true)).toEqual([1, 3, 4]);
    expect(productIdsOf(anOffer({ upsell: undefined }), true)).toEqual([1, 4]);
  });

  test("a no leaves the offer alone out", () => {
    expect(productIdsOf(anOffer(), false)).toEqual([1, 3]);
    expect(productIdsOf(anOffer({ upsell: undefined }), false)).toEqual([1]);
  });

  test("a paid original is left to the server, which knows this browser", () => {
    expect(productIdsOf(anOffer({ ownership: paid }), true)).toEqual([1, 3, 4]);
  });

  test("a paid original that is off sale is left out", () => {
    const offer = anOffer({ ownership: paid, original: undefined });
    expect(productIdsOf(offer, true)).toEqual([3, 4]);
    expect(productIdsOf({ ...offer, upsell: undefined }, false)).toEqual([]);
  });

  test("an original that another browser paid is left out", () => {
    const ownership = { order: { ...order, recognised: false }, ownedIds: [] };
    expect(productIdsOf(anOffer({ ownership }), true)).toEqual([3, 4]);
  });

  test("an unpaid original that is off sale is for the server to refuse", () => {
    expect(productIdsOf(anOffer({ original: undefined }), true)).toEqual([1, 3, 4]);
  });

  test("nothing is sent twice", () => {
    expect(productIdsOf(anOffer({ originalId: 4, original: colors }), true)).toEqual([4, 3]);
  });
});

describe("prices", () => {
  test("the owner's value stands beside the price", () => {
    expect(priceOf(anOffer({ kind: "downsell", product: kids }))).toEqual({
      price: 900,
      value: 1900,
      percentOff: 53,
    });
  });

  test("the spec's value stands where none was ever set", () => {
    const { listPrice: _none, ...product } = kids;
    const offer = anOffer({ kind: "downsell", product: product as typeof kids });
    expect(priceOf(offer)).toMatchObject({ value: 1900, percentOff: 53 });
  });

  test.each([[null], [900], [500]])("a value of %s is not shown", (listPrice) => {
    const offer = anOffer({ kind: "downsell", product: { ...kids, listPrice } });
    expect(priceOf(offer)).toEqual({ price: 900, value: null, percentOff: null });
  });

  test("a yes comes to what is not paid yet", () => {
    expect(dueOf(summaryOf(anOffer()))).toBe(3700 + 1200 + 1900);
    expect(dueOf(summaryOf(anOffer({ ownership: paid })))).toBe(1200 + 1900);
    const owned = { order, ownedIds: [1, 3, 4] };
    expect(dueOf(summaryOf(anOffer({ ownership: owned })))).toBe(0);
  });
});
