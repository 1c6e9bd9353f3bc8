import { expect, test, vi } from "vitest";
import { loadOffer } from "../../../../client/features/funnel/load-offer.ts";
import type { Ownership } from "../../../../server/contract/answers.ts";
import type { PageSource } from "../../../../server/contract/page-source.ts";
import { aProduct, aSource, paidOrder as order } from "../../fixtures.ts";

type OfferQuery = Parameters<typeof loadOffer>[1];

const pack = aProduct();
const kids = aProduct({ id: 5, name: "Color Workbook for Kids", price: 900 });
const listProducts = async () => [pack, kids];
const query = { kind: "downsell", originalId: "1" } as const;
const own = (paid: Ownership["order"], owned: Ownership["owned"] = []) => ({
  getOwnership: vi.fn(async () => ({ order: paid, owned })),
});
const load = async (source: Partial<PageSource>, changes: Partial<OfferQuery> = {}) => {
  const report = vi.fn();
  const state = await loadOffer({ source: aSource(source), report }, { ...query, ...changes });
  return { report, state };
};
const message = "Could not load the special offer. Please try again later.";
const failed = { kind: "failed", message, order: null, retryable: true };

test("the offer comes with the products of the visit", async () => {
  const owned = [{ productId: 5, sessionId: "cs_2" }];
  const source = { listProducts, ...own(null, owned) };
  const { state } = await load(source, { upsellId: "77", sessionId: "cs_1" });
  expect(state).toEqual({
    kind: "ready",
    offer: {
      kind: "downsell",
      product: kids,
      originalId: 1,
      original: pack,
      upsell: undefined,
      ownership: { order: null, owned },
    },
  });
  const question = { originalId: 1, otherIds: [5], sessionId: "cs_1" };
  expect(source.getOwnership).toHaveBeenCalledExactlyOnceWith(question);
});

test("offers show the reduced prices of the visitor", async () => {
  const prices = { 1: 1000, 5: 450 };
  const getOwnership = async () => ({ order: null, owned: [], prices });
  const { state } = await load({ listProducts, getOwnership }, { upsellId: "5" });
  expect(state).toMatchObject({
    offer: { original: { price: 1000 }, product: { price: 450 }, upsell: { price: 450 } },
  });
});

test.each([[undefined], [""], ["0"], ["abc"], ["-1"], ["1.5"], ["9999999999999999"]])(
  "an original of %o is missing",
  async (originalId) => {
    const message = "Original product ID is missing. Please go back and try again.";
    const { state } = await load({}, { originalId });
    expect(state).toEqual({ ...failed, message, retryable: false });
  },
);

test.each(["upsell", "upsell2", "downsell"] as const)(
  "an original off sale has no %s for a visitor who does not own it",
  async (kind) => {
    const dinosaurs = aProduct({ id: 3, name: "Dinosaur Busy Book" });
    const colors = aProduct({ id: 4, name: "Color Workbook" });
    const source = {
      listProducts: async () => [pack, dinosaurs, colors, kids],
      ...own(null, [{ productId: 1, sessionId: "cs_1" }]),
    };
    expect((await load(source, { kind, originalId: "999" })).state).toEqual(failed);
  },
);

test("an original off sale has its offer for a buyer", async () => {
  const { state } = await load({ listProducts, ...own(order) }, { originalId: "999" });
  const offer = { product: kids, originalId: 999, original: undefined };
  expect(state).toMatchObject({ kind: "ready", offer });
});

const failure = new Error("SQLITE_BUSY");

test.each<[string, Partial<PageSource>, object, Error?]>([
  ["an offer off sale names the order to go back to", own(order), { ...failed, order }],
  ["a failed list is reported", { listProducts: () => Promise.reject(failure) }, failed, failure],
  [
    "unknown ownership is reported, and the page works",
    { listProducts, getOwnership: () => Promise.reject(failure) },
    { kind: "ready", offer: { ownership: { order: null, owned: [] } } },
    failure,
  ],
])("%s", async (_name, source, expected, reported) => {
  const { state, report } = await load(source);
  expect(state).toMatchObject(expected);
  expect(report.mock.calls).toEqual(reported ? [[reported]] : []);
});
