import { expect, test, vi } from "vitest";
import { OFFERS_BY_NAME } from "../../../server/contract/offer-names.ts";
import { offerSource } from "../../../server/domain/orders/offers.ts";
import type { PublicRead } from "../../../server/domain/public-reads.ts";
import type { PageLoad } from "../../../server/pages/page-load.ts";
import {
  findCancelledOffer,
  loadCancelled,
  loadDownsell,
  loadUpsell,
  loadUpsell2,
  offerOf,
  pathWithoutOffer,
} from "../../../server/pages/offers.ts";
import { aProduct, paidOrder as order } from "../../client/fixtures.ts";

const pack = aProduct();
const dinosaurs = aProduct({ id: 3, name: "Dinosaur Busy Book", price: 1200 });
const colors = aProduct({ id: 4, name: "Color Workbook", price: 1900 });
const kids = aProduct({ id: 5, name: "Color Workbook for Kids", price: 900 });
const products = [pack, kids, dinosaurs, colors];
const choice = OFFERS_BY_NAME;
const source = { products, choice };
const NONE = { order: null, owned: [] };
const message = "Could not load the special offer. Please try again later.";
const failed = { kind: "failed", message, order: null, retryable: true };

test("an offer comes with the products of the visit", () => {
  const ownership = { order: null, owned: [{ productId: 5, sessionId: "cs_2" }] };
  const facts = { ...source, kind: "downsell", originalId: 1, ownership } as const;
  const shown = { kind: "downsell", product: kids, isOneOfTwo: true };
  const offer = { ...shown, originalId: 1, original: pack, ownership };
  expect(offerOf({ ...facts, upsellId: 77 })).toEqual({ kind: "ready", offer });
  const withUpsell = { kind: "ready", offer: { ...offer, upsell: dinosaurs } };
  expect(offerOf({ ...facts, upsellId: 3 })).toEqual(withUpsell);
});

test("offers show the reduced prices of the visitor", () => {
  const ownership = { ...NONE, prices: { 1: 1000, 3: 450, 5: 350 } };
  const facts = { ...source, kind: "downsell", originalId: 1, upsellId: 3, ownership } as const;
  expect(offerOf(facts)).toMatchObject({
    offer: { original: { price: 1000 }, product: { price: 350 }, upsell: { price: 450 } },
  });
});

test.each(["upsell", "upsell2", "downsell"] as const)(
  "an original off sale has no %s for a visitor who does not own it",
  (kind) => {
    const ownership = { order: null, owned: [{ productId: 1, sessionId: "cs_1" }] };
    expect(offerOf({ ...source, kind, originalId: 999, ownership })).toEqual(failed);
  },
);

test("an original off sale has its offer for a buyer", () => {
  const ownership = { order, owned: [] };
  const offer = { product: kids, originalId: 999, original: undefined };
  const state = offerOf({ ...source, kind: "downsell", originalId: 999, ownership });
  expect(state).toMatchObject({ kind: "ready", offer });
});

test("an offer off sale names the order to go back to", () => {
  const ownership = { order, owned: [] };
  const facts = { kind: "downsell", originalId: 1, ownership } as const;
  expect(offerOf({ ...facts, choice, products: [pack] })).toEqual({ ...failed, order });
});

test.each([
  ["both others", products, { accepted: "upsell2", declined: "downsell", isOneOfTwo: true }],
  ["no second", [pack, dinosaurs, kids], { declined: "downsell", isOneOfTwo: true }],
  ["no last", [pack, dinosaurs, colors], { accepted: "upsell2", isOneOfTwo: true }],
  ["no other", [pack, dinosaurs], { isOneOfTwo: false }],
])("the first offer is followed by %s", (_what, onSale, expected) => {
  const facts = { kind: "upsell", originalId: 1, ownership: NONE } as const;
  const { offer } = offerOf({ ...facts, choice, products: onSale }) as { offer: object };
  const none = { accepted: undefined, declined: undefined };
  expect(offer).toMatchObject({ ...none, ...expected });
});

const orderPath = `/checkout/success?sessionId=${order.sessionId}`;
const [second, last] = ["/upsell2?originalProductId=1", "/downsell?originalProductId=1"];

test.each([
  ["the second", "upsell", [colors, kids], undefined, second],
  ["the last", "upsell", [kids], undefined, last],
  ["the order", "upsell", [], undefined, orderPath],
  ["the last", "upsell2", [dinosaurs, kids], undefined, last],
  // The accepted first offer is still to be paid, and its page has the button for it.
  ["the first, after a yes,", "upsell2", [dinosaurs, kids], 3, "/upsell/1"],
  ["the last, after a yes to a product off sale,", "upsell2", [kids], 3, last],
  ["the order", "downsell", [dinosaurs, colors], undefined, orderPath],
] as const)("%s follows for a buyer without %s", (_next, kind, others, upsellId, path) => {
  const onSale = { choice, products: [pack, ...others] };
  const facts = { ...onSale, kind, originalId: 1, upsellId, ownership: { order, owned: [] } };
  expect(pathWithoutOffer(facts, order)).toBe(path);
});

test("a buyer of another browser keeps the session on the way", () => {
  const ownership = { order: { ...order, recognised: false }, owned: [] };
  const onSale = { choice, products: [pack, kids] };
  const facts = { ...onSale, kind: "upsell" as const, originalId: 1, ownership };
  const path = pathWithoutOffer(facts, ownership.order);
  expect(path).toBe(`${last}&sessionId=${order.sessionId}`);
});

const failure = new Error("SQLITE_BUSY");

/** A load that can read the products, but nothing of the visitor. */
function aLoad(changes: Partial<PageLoad> = {}) {
  const report = vi.fn();
  const read = ((wanted: PublicRead<unknown>) => {
    if (wanted !== offerSource) throw failure;
    return source;
  }) as PageLoad["read"];
  const c = { req: { raw: { headers: new Headers() } } };
  const load = { read, report, search: {}, visit: { c, isPersonal: false }, ...changes };
  return { load: load as unknown as PageLoad, report };
}

test.each([[undefined], ["0"], ["abc"], ["-1"], ["1.5"], ["9999999999999999"]])(
  "an original of %o is missing",
  async (originalProductId) => {
    const { load } = aLoad({ id: originalProductId, search: { originalProductId } });
    const message = "Original product ID is missing. Please go back and try again.";
    for (const loadOffer of [loadUpsell, loadUpsell2, loadDownsell]) {
      expect(await loadOffer(load)).toEqual({ ...failed, message, retryable: false });
    }
  },
);

test("a failed list is reported", async () => {
  const read = () => {
    throw failure;
  };
  const { load, report } = aLoad({ id: "1", read });
  expect(await loadUpsell(load)).toEqual(failed);
  expect(report).toHaveBeenCalledWith(failure);
});

test("unknown ownership is reported, and the offer is shown", async () => {
  const { load, report } = aLoad({ id: "1", visit: undefined });
  expect(await loadUpsell(load)).toMatchObject({ kind: "ready", offer: { ownership: NONE } });
  expect(report).toHaveBeenCalledOnce();
});

test("an order that cannot be looked up after a cancelled payment is reported", async () => {
  const search = { offer: "upsell2", originalProductId: "1" };
  const { load, report } = aLoad({ search, visit: undefined });
  const offer = findCancelledOffer(search);
  expect(await loadCancelled(load)).toEqual({ offer, order: null });
  expect(report).toHaveBeenCalledOnce();
});

test("a cancelled payment of another kind looks up nothing", async () => {
  const { load, report } = aLoad({ search: { offer: "//evil.example" }, visit: undefined });
  expect(await loadCancelled(load)).toEqual({ offer: undefined, order: null });
  expect(report).not.toHaveBeenCalled();
});
