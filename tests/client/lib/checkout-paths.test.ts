import { expect, test } from "vitest";
import {
  cancelPath,
  findCancelledOffer,
  offerPath,
  type OfferVisit,
  parseProductId,
} from "../../../client/lib/checkout-paths.ts";
import { isLocalPath } from "../../../server/contract/paths.ts";

test.each([undefined, "", "0", "-1", "1.5", "1e3", "1&x=2", "//evil.example", "9999999999999999"])(
  "%o is no product's id",
  (text) => {
    expect(parseProductId(text)).toBeUndefined();
  },
);

test.each([
  {},
  { offer: "downsell" },
  { offer: "upsell", originalProductId: "1" },
  { offer: "//evil.example", originalProductId: "1" },
  { offer: "account", originalProductId: "1" },
  { offer: "upsell2", originalProductId: "../1" },
])("%o names no offer", (search) => {
  expect(findCancelledOffer(search)).toBeUndefined();
});

test("an accepted extra that is no id is left out of the way back", () => {
  const search = { offer: "upsell2", originalProductId: "1", upsellProductId: "x&y" };
  expect(findCancelledOffer(search)).toEqual({ kind: "upsell2", originalId: 1 });
});

test.each<[OfferVisit, string]>([
  [{ kind: "upsell", originalId: 1 }, "/upsell/1"],
  [{ kind: "upsell", originalId: 1, sessionId: "cs_1" }, "/upsell/1?sessionId=cs_1"],
  [{ kind: "downsell", originalId: 1 }, "/downsell?originalProductId=1"],
  [
    { kind: "downsell", originalId: 1, sessionId: "cs_1&x" },
    "/downsell?originalProductId=1&sessionId=cs_1%26x",
  ],
  [
    { kind: "upsell2", originalId: 1, upsellId: 3 },
    "/upsell2?originalProductId=1&upsellProductId=3",
  ],
])("%o is at %s", (visit, address) => {
  expect(offerPath(visit)).toBe(address);
});

test.each<OfferVisit>([
  { kind: "downsell", originalId: 1 },
  { kind: "upsell2", originalId: 1, upsellId: 3 },
  { kind: "downsell", originalId: 1, sessionId: "cs_1" },
])("a cancelled payment of %o leads back to it", (visit) => {
  const address = cancelPath(visit);
  expect(isLocalPath(address)).toBe(true);
  const { pathname, searchParams } = new URL(address, "https://papercub.example");
  expect(pathname).toBe("/checkout/cancel");
  expect(findCancelledOffer(Object.fromEntries(searchParams))).toEqual(visit);
});
