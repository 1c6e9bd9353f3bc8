import { describe, expect, test } from "vitest";
import {
  findHoldingSession,
  findOffer,
  listDue,
  type Offer,
  priceOf,
  productIdsOf,
  sumOf,
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
    ownership: { order: null, owned: [] },
    ...changes,
  };
}

const order = {
  sessionId: "cs_1",
  orderNumber: "T88F-N757",
  status: "paid",
  recognised: true,
  email: "jordan@example.com",
} as const;
const held = (productId: number, sessionId = "cs_1") => ({ productId, sessionId });
const paid = { order, owned: [held(1)] };

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
    const ownership = { order: { ...order, recognised: false }, owned: [] };
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
});

describe("what is left to pay", () => {
  const idsDue = (offer: Offer, accepts: boolean) => listDue(offer, accepts).map(({ id }) => id);

  test("is the visit's lines, without the offer after a no", () => {
    expect(idsDue(anOffer(), true)).toEqual([1, 3, 4]);
    expect(sumOf(listDue(anOffer(), true))).toBe(3700 + 1200 + 1900);
    expect(idsDue(anOffer(), false)).toEqual([1, 3]);
  });

  test("leaves out what is owned", () => {
    expect(idsDue(anOffer({ ownership: paid }), true)).toEqual([3, 4]);
    const owned = [held(1), held(3, "cs_2"), held(4, "cs_3")];
    expect(idsDue(anOffer({ ownership: { order, owned } }), true)).toEqual([]);
    expect(idsDue(anOffer({ ownership: { order: null, owned: [held(3)] } }), false)).toEqual([1]);
  });

  test("leaves out an original that another browser paid", () => {
    const ownership = { order: { ...order, recognised: false }, owned: [] };
    expect(idsDue(anOffer({ ownership }), true)).toEqual([3, 4]);
  });

  test("counts a product once that is the original and the offer", () => {
    const offer = anOffer({ originalId: 4, original: colors, upsell: undefined });
    expect(sumOf(listDue(offer, true))).toBe(1900);
    expect(sumOf(listDue(offer, false))).toBe(1900);
  });
});

test("an owned product leads to the order that holds it", () => {
  const offer = anOffer({ ownership: { order, owned: [held(1), held(4, "cs_4")] } });
  expect(findHoldingSession(offer, 4)).toBe("cs_4");
  expect(findHoldingSession(offer, 3)).toBeUndefined();
  const elsewhere = { order: { ...order, recognised: false }, owned: [] };
  expect(findHoldingSession(anOffer({ ownership: elsewhere }), 1)).toBe("cs_1");
  expect(findHoldingSession(anOffer(), 1)).toBeUndefined();
});
