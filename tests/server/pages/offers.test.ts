import { expect, test, vi } from "vitest";
import { productList } from "../../../server/domain/orders/catalogue.ts";
import type { PublicRead } from "../../../server/domain/public-reads.ts";
import type { PageLoad } from "../../../server/pages/page-load.ts";
import {
  findCancelledOffer,
  findOffer,
  loadCancelled,
  loadDownsell,
  loadUpsell,
  loadUpsell2,
  offerOf,
} from "../../../server/pages/offers.ts";
import { aProduct, paidOrder as order } from "../../client/fixtures.ts";

const pack = aProduct();
const dinosaurs = aProduct({ id: 3, name: "Dinosaur Busy Book", price: 1200 });
const colors = aProduct({ id: 4, name: "Color Workbook", price: 1900 });
const kids = aProduct({ id: 5, name: "Color Workbook for Kids", price: 900 });
const products = [pack, kids, dinosaurs, colors];
const NONE = { order: null, owned: [] };
const message = "Could not load the special offer. Please try again later.";
const failed = { kind: "failed", message, order: null, retryable: true };

test("each page finds its product by its name", () => {
  expect(findOffer("upsell", products)).toBe(dinosaurs);
  expect(findOffer("upsell2", products)).toBe(colors);
  expect(findOffer("downsell", products)).toBe(kids);
  const renamed = { ...dinosaurs, name: "The Big Dinosaur Busy Book" };
  expect(findOffer("upsell", [renamed])).toBe(renamed);
  expect(findOffer("upsell2", [{ ...colors, name: "color workbook" }])).toBeUndefined();
});

test("an offer comes with the products of the visit", () => {
  const ownership = { order: null, owned: [{ productId: 5, sessionId: "cs_2" }] };
  const facts = { kind: "downsell", products, originalId: 1, ownership } as const;
  const offer = { kind: "downsell", product: kids, originalId: 1, original: pack, ownership };
  expect(offerOf({ ...facts, upsellId: 77 })).toEqual({ kind: "ready", offer });
  const withUpsell = { kind: "ready", offer: { ...offer, upsell: dinosaurs } };
  expect(offerOf({ ...facts, upsellId: 3 })).toEqual(withUpsell);
});

test("offers show the reduced prices of the visitor", () => {
  const ownership = { ...NONE, prices: { 1: 1000, 5: 450 } };
  const facts = { kind: "downsell", products, originalId: 1, upsellId: 5, ownership } as const;
  expect(offerOf(facts)).toMatchObject({
    offer: { original: { price: 1000 }, product: { price: 450 }, upsell: { price: 450 } },
  });
});

test.each(["upsell", "upsell2", "downsell"] as const)(
  "an original off sale has no %s for a visitor who does not own it",
  (kind) => {
    const ownership = { order: null, owned: [{ productId: 1, sessionId: "cs_1" }] };
    expect(offerOf({ kind, products, originalId: 999, ownership })).toEqual(failed);
  },
);

test("an original off sale has its offer for a buyer", () => {
  const ownership = { order, owned: [] };
  const offer = { product: kids, originalId: 999, original: undefined };
  const state = offerOf({ kind: "downsell", products, originalId: 999, ownership });
  expect(state).toMatchObject({ kind: "ready", offer });
});

test("an offer off sale names the order to go back to", () => {
  const ownership = { order, owned: [] };
  const state = offerOf({ kind: "downsell", products: [pack], originalId: 1, ownership });
  expect(state).toEqual({ ...failed, order });
});

const failure = new Error("SQLITE_BUSY");

/** A load that can read the products, but nothing of the visitor. */
function aLoad(changes: Partial<PageLoad> = {}) {
  const report = vi.fn();
  const read = ((wanted: PublicRead<unknown>) => {
    if (wanted !== productList) throw failure;
    return products;
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
