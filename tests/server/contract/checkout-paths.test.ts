import { expect, test } from "vitest";
import { cancelPath, offerPath, type OfferVisit } from "../../../server/contract/checkout-paths.ts";
import { isLocalPath } from "../../../server/contract/local-paths.ts";
import { findCancelledOffer, readProductId } from "../../../server/pages/offers.ts";

test.each([undefined, "", "0", "-1", "1.5", "1e3", "1&x=2", "//evil.example", "9999999999999999"])(
  "%o is no product's id",
  (text) => {
    expect(readProductId(text)).toBeUndefined();
  },
);

test.each([
  {},
  { offer: "downsell" },
  { offer: "upsell3", originalProductId: "1" },
  { offer: "//evil.example", originalProductId: "1" },
  { offer: "upsell2", originalProductId: "../1" },
])("%o names no offer", (search) => {
  expect(findCancelledOffer(search)).toBeUndefined();
});

test("an invalid id of the accepted extra is left out", () => {
  const search = { offer: "upsell2", originalProductId: "1", upsellProductId: "x&y" };
  expect(findCancelledOffer(search)).toEqual({ kind: "upsell2", originalId: 1 });
});

const ORIGINAL = "originalProductId=1";

test.each<[OfferVisit, path: string]>([
  [{ kind: "upsell", originalId: 1 }, "/upsell/1"],
  [{ kind: "upsell", originalId: 1, sessionId: "cs_1" }, "/upsell/1?sessionId=cs_1"],
  [{ kind: "downsell", originalId: 1 }, `/downsell?${ORIGINAL}`],
  [
    { kind: "downsell", originalId: 1, sessionId: "cs_1&x" },
    `/downsell?${ORIGINAL}&sessionId=cs_1%26x`,
  ],
  [{ kind: "upsell2", originalId: 1, upsellId: 3 }, `/upsell2?${ORIGINAL}&upsellProductId=3`],
])("%o is at %s, and a cancelled payment returns to it", (visit, path) => {
  expect(offerPath(visit)).toBe(path);
  const cancelled = cancelPath(visit);
  expect(isLocalPath(cancelled)).toBe(true);
  const { pathname, searchParams } = new URL(cancelled, "https://papercub.example");
  expect(pathname).toBe("/checkout/cancel");
  expect(findCancelledOffer(Object.fromEntries(searchParams))).toEqual(visit);
});
