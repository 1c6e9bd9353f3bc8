import { expect, test, vi } from "vitest";
import { loadOffer } from "../../../../client/features/funnel/load-offer.ts";
import { aProduct, aSource } from "../../fixtures.ts";

const pack = aProduct();
const kids = aProduct({ id: 5, name: "Color Workbook for Kids", price: 900 });
const listProducts = async () => [pack, kids];
const query = { kind: "downsell", originalId: "1" } as const;
const LOAD_ERROR = "Could not load the special offer. Please try again later.";

test("the offer comes with the products of the visit", async () => {
  const getOwnership = vi.fn(async () => ({ order: null, ownedIds: [5] }));
  const source = aSource({ listProducts, getOwnership });
  const asked = { ...query, upsellId: "77", sessionId: "cs_1" };
  expect(await loadOffer({ source, report: vi.fn() }, asked)).toEqual({
    kind: "ready",
    offer: {
      kind: "downsell",
      product: kids,
      originalId: 1,
      original: pack,
      upsell: undefined,
      ownership: { order: null, ownedIds: [5] },
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
    const state = await loadOffer({ source: aSource(), report: vi.fn() }, { ...query, originalId });
    expect(state).toEqual({
      kind: "failed",
      message: "Original product ID is missing. Please go back and try again.",
      order: null,
      retryable: false,
    });
  },
);

test("an offer that is not on sale fails, and names the order to go back to", async () => {
  const order = {
    sessionId: "cs_1",
    orderNumber: "T88F-N757",
    status: "paid",
    recognised: true,
  } as const;
  const source = aSource({ getOwnership: async () => ({ order, ownedIds: [1] }) });
  const report = vi.fn();
  expect(await loadOffer({ source, report }, query)).toEqual({
    kind: "failed",
    message: LOAD_ERROR,
    order,
    retryable: true,
  });
  expect(report).not.toHaveBeenCalled();
});

test("a failed list is reported and shown as the load error", async () => {
  const failure = new Error("SQLITE_BUSY");
  const source = aSource({ listProducts: () => Promise.reject(failure) });
  const report = vi.fn();
  expect(await loadOffer({ source, report }, query)).toMatchObject({ message: LOAD_ERROR });
  expect(report).toHaveBeenCalledExactlyOnceWith(failure);
});

test("unknown ownership is reported and leaves the page usable", async () => {
  const failure = new Error("the provider is down");
  const source = aSource({ listProducts, getOwnership: () => Promise.reject(failure) });
  const report = vi.fn();
  expect(await loadOffer({ source, report }, query)).toMatchObject({
    kind: "ready",
    offer: { ownership: { order: null, ownedIds: [] } },
  });
  expect(report).toHaveBeenCalledExactlyOnceWith(failure);
});
