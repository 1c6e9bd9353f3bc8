import { describe, expect, test, vi } from "vitest";
import { loadOffer } from "../../../../client/features/funnel/load-offer.ts";
import type { PageSource } from "../../../../server/contract/pages.ts";
import { aProduct, aSource } from "../../fixtures.ts";

type OfferQuery = Parameters<typeof loadOffer>[1];

const pack = aProduct();
const kids = aProduct({ id: 5, name: "Color Workbook for Kids", price: 900 });
const listProducts = async () => [pack, kids];
const query = { kind: "downsell", originalId: "1" } as const;
const order = {
  sessionId: "cs_1",
  orderNumber: "T88F-N757",
  status: "paid",
  recognised: true,
  email: "jordan@example.com",
  mistyped: false,
} as const;
const load = async (source: Partial<PageSource>, asked: Partial<OfferQuery> = {}) => {
  const report = vi.fn();
  return {
    report,
    state: await loadOffer({ source: aSource(source), report }, { ...query, ...asked }),
  };
};
const LOAD_ERROR = "Could not load the special offer. Please try again later.";

test("the offer comes with the products of the visit", async () => {
  const getOwnership = vi.fn(async () => ({
    order: null,
    owned: [{ productId: 5, sessionId: "cs_2" }],
  }));
  const { state } = await load(
    { listProducts, getOwnership },
    { upsellId: "77", sessionId: "cs_1" },
  );
  expect(state).toEqual({
    kind: "ready",
    offer: {
      kind: "downsell",
      product: kids,
      originalId: 1,
      original: pack,
      upsell: undefined,
      ownership: { order: null, owned: [{ productId: 5, sessionId: "cs_2" }] },
    },
  });
  expect(getOwnership).toHaveBeenCalledExactlyOnceWith({
    originalId: 1,
    otherIds: [5],
    sessionId: "cs_1",
  });
});

test.each([[undefined], [""], ["0"], ["abc"], ["-1"], ["1.5"], ["9999999999999999"]])(
  "an original of %o is missing",
  async (originalId) => {
    expect((await load({}, { originalId })).state).toEqual({
      kind: "failed",
      message: "Original product ID is missing. Please go back and try again.",
      order: null,
      retryable: false,
    });
  },
);

describe("an original that is not on sale", () => {
  const originalId = "999";

  test.each(["upsell", "upsell2", "downsell"] as const)(
    "has no %s for a visitor who does not own it",
    async (kind) => {
      const dinosaurs = aProduct({ id: 3, name: "Dinosaur Busy Book" });
      const colors = aProduct({ id: 4, name: "Color Workbook" });
      const source = {
        listProducts: async () => [pack, dinosaurs, colors, kids],
        getOwnership: async () => ({ order: null, owned: [{ productId: 1, sessionId: "cs_1" }] }),
      };
      const failed = { kind: "failed", message: LOAD_ERROR, order: null, retryable: true };
      expect((await load(source, { kind, originalId })).state).toEqual(failed);
    },
  );

  test("blocks no offer to a buyer of it", async () => {
    const getOwnership = async () => ({ order, owned: [] });
    expect((await load({ listProducts, getOwnership }, { originalId })).state).toMatchObject({
      kind: "ready",
      offer: { product: kids, originalId: 999, original: undefined },
    });
  });
});

test("an offer that is not on sale fails, and names the order to go back to", async () => {
  const getOwnership = async () => ({ order, owned: [] });
  const { state, report } = await load({ getOwnership });
  expect(state).toEqual({ kind: "failed", message: LOAD_ERROR, order, retryable: true });
  expect(report).not.toHaveBeenCalled();
});

test("a failed list is reported and shown as the load error", async () => {
  const failure = new Error("SQLITE_BUSY");
  const { state, report } = await load({ listProducts: () => Promise.reject(failure) });
  expect(state).toMatchObject({ message: LOAD_ERROR });
  expect(report).toHaveBeenCalledExactlyOnceWith(failure);
});

test("unknown ownership is reported and leaves the page usable", async () => {
  const failure = new Error("the provider is down");
  const getOwnership = () => Promise.reject(failure);
  const { state, report } = await load({ listProducts, getOwnership });
  expect(state).toMatchObject({ kind: "ready", offer: { ownership: { order: null, owned: [] } } });
  expect(report).toHaveBeenCalledExactlyOnceWith(failure);
});
