import { expect, test } from "vitest";
import {
  findHoldingSession,
  listDue,
  priceOf,
  productIdsOf,
  sumOf,
} from "../../../../client/features/funnel/offer-rules.ts";
import type { Offer } from "../../../../server/pages/offers.ts";
import { aProduct, paidOrder as order } from "../../fixtures.ts";

const pack = aProduct({ id: 1 });
const dinosaurs = aProduct({ id: 3, name: "Dinosaur Busy Book", price: 1200, listPrice: 2400 });
const colors = aProduct({ id: 4, name: "Color Workbook", price: 1900, listPrice: 3900 });
const kids = aProduct({ id: 5, name: "Color Workbook for Kids", price: 900, listPrice: 1900 });

function anOffer(changes: Partial<Offer> = {}): Offer {
  return {
    kind: "upsell2",
    product: colors,
    originalId: 1,
    original: pack,
    upsell: dinosaurs,
    isOneOfTwo: true,
    ownership: { order: null, owned: [] },
    ...changes,
  };
}

const held = (productId: number, sessionId = "cs_1") => ({ productId, sessionId });
const paid = { order, owned: [held(1)] };

const foreign = { order: { ...order, recognised: false }, owned: [] };

test.each<[string, Partial<Offer>, yes: number[], no: number[]]>([
  ["the original, the accepted extra, then the offer", {}, [1, 3, 4], [1, 3]],
  ["no extra that was not accepted", { upsell: undefined }, [1, 4], [1]],
  // The client may send a paid original product: the server removes it for the buying browser.
  ["a paid original", { ownership: paid }, [1, 3, 4], [1, 3]],
  ["no paid original that is off sale", { ownership: paid, original: undefined }, [3, 4], [3]],
  [
    "nothing after a no with no extra beside it",
    { ownership: paid, original: undefined, upsell: undefined },
    [4],
    [],
  ],
  ["no original that another browser paid", { ownership: foreign }, [3, 4], [3]],
  [
    "an unpaid original that is off sale, to be refused",
    { original: undefined },
    [1, 3, 4],
    [1, 3],
  ],
  ["nothing twice", { originalId: 4, original: colors }, [4, 3], [4, 3]],
])("what is sent to the checkout: %s", (_name, changes, yes, no) => {
  expect(productIdsOf(anOffer(changes), true)).toEqual(yes);
  expect(productIdsOf(anOffer(changes), false)).toEqual(no);
});

test.each([
  ["the owner's", 3000, 3000, 70],
  ["no", undefined, null, null],
  ["no", null, null, null],
  ["no", 900, null, null],
  ["no", 500, null, null],
])("%s value is shown for a list price of %s", (_name, listPrice, value, percentOff) => {
  const product = { ...kids, listPrice } as typeof kids;
  expect(priceOf(anOffer({ kind: "downsell", product }))).toEqual({
    price: 900,
    value,
    percentOff,
  });
});

test.each<[string, Partial<Offer>, yes: number[], no: number[]]>([
  ["the visit's lines, without the offer after a no", {}, [1, 3, 4], [1, 3]],
  ["not what is owned", { ownership: paid }, [3, 4], [3]],
  [
    "nothing where all is owned",
    { ownership: { order, owned: [held(1), held(3, "cs_2"), held(4, "cs_3")] } },
    [],
    [],
  ],
  ["no extra that is owned", { ownership: { order: null, owned: [held(3)] } }, [1, 4], [1]],
  ["no original that another browser paid", { ownership: foreign }, [3, 4], [3]],
  [
    "a product once that is the original and the offer",
    { originalId: 4, original: colors, upsell: undefined },
    [4],
    [4],
  ],
])("what is left to pay: %s", (_name, changes, yes, no) => {
  const idsDue = (accepts: boolean) => listDue(anOffer(changes), accepts).map(({ id }) => id);
  expect(idsDue(true)).toEqual(yes);
  expect(idsDue(false)).toEqual(no);
});

test("the sum of what is due is in cents", () => {
  expect(sumOf(listDue(anOffer(), true))).toBe(3700 + 1200 + 1900);
});

test("an owned product leads to the order that holds it", () => {
  const offer = anOffer({ ownership: { order, owned: [held(1), held(4, "cs_4")] } });
  expect(findHoldingSession(offer, 4)).toBe("cs_4");
  expect(findHoldingSession(offer, 3)).toBeUndefined();
  expect(findHoldingSession(anOffer({ ownership: foreign }), 1)).toBe("cs_1");
  expect(findHoldingSession(anOffer(), 1)).toBeUndefined();
});
