import { describe, expect, test } from "vitest";
import { updateRow } from "../../../../db/record.ts";
import { orderItems } from "../../../../db/schema.ts";
import { type Browser, openBrowser } from "../../../support/browser.ts";
import { DAY_MS, ordersOf } from "../../../support/money.ts";
import { buy, MINUTE_MS, openShop, readDetail, type Shop, signIn } from "../../../support/shop.ts";

const BUYER = "buyer@example.com";

async function bought() {
  const shop = await openShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
  return { shop, sessionId };
}

/** A browser with the buying browser's cookie, changed in this way. */
const forgerWith = (alter: (value: string) => string) => (shop: Shop) => {
  const forger = openBrowser(shop);
  forger.cookies.set("buyer", alter(shop.browser.cookies.get("buyer") ?? ""));
  return forger;
};

const VIEWERS: [viewer: string, ms: number, sees: "all" | "masked", (shop: Shop) => Browser][] = [
  ["anybody", 10 * MINUTE_MS - 1, "all", openBrowser],
  ["anybody", 10 * MINUTE_MS, "masked", openBrowser],
  ["anybody", 365 * DAY_MS, "masked", openBrowser],
  ["the buying browser", 27 * DAY_MS, "all", ({ browser }) => browser],
  ["the signed-in owner", 11 * MINUTE_MS, "all", (shop) => signIn(shop, BUYER)],
  ["another signed-in person", 11 * MINUTE_MS, "masked", (shop) => signIn(shop, "x@example.com")],
  [
    "an owner whose sign-in has run out",
    11 * MINUTE_MS,
    "masked",
    (shop) => signIn(shop, BUYER, { lifetimeMs: 5 * MINUTE_MS }),
  ],
  [
    "a cookie with an altered id",
    11 * MINUTE_MS,
    "masked",
    forgerWith((value) => (value.startsWith("x") ? "y" : "x") + value.slice(1)),
  ],
  [
    "a cookie with an altered signature",
    11 * MINUTE_MS,
    "masked",
    forgerWith((value) => value.slice(0, -1) + (value.endsWith("A") ? "B" : "A")),
  ],
  [
    "a cookie without signature",
    11 * MINUTE_MS,
    "masked",
    forgerWith((value) => value.split(".")[0] ?? ""),
  ],
  ["an empty cookie", 11 * MINUTE_MS, "masked", forgerWith(() => "")],
];
test.each(VIEWERS)("of a paid order %s sees after %i ms: %s", async (_viewer, ms, sees, open) => {
  const { shop, sessionId } = await bought();
  const viewer = open(shop);
  shop.clock.advance(ms);
  const detail = await readDetail(viewer, sessionId);
  if (sees === "all") {
    expect(detail).toMatchObject({ masked: false, customerEmail: BUYER });
    expect(detail.products[0]?.files).toHaveLength(2);
    return;
  }
  expect(detail).toMatchObject({
    masked: true,
    customerEmail: "bu••••@ex••••.com",
    firstView: false,
    products: [{ name: "Premium Pack", downloadUrl: null, fileUrl: null, files: [] }],
  });
  expect(JSON.stringify(detail)).not.toContain("token=");
  expect(JSON.stringify(detail)).not.toContain(BUYER);
});

test("a withdrawn item has no links, even for its owner", async () => {
  const { shop, sessionId } = await bought();
  const now = shop.clock.now();
  shop.db.write((tx) => updateRow(tx, orderItems, 1, { revokedAt: now }, { actor: "t", now }));
  const detail = await readDetail(shop.browser, sessionId);
  expect(detail.products).toMatchObject([{ downloadUrl: null, fileUrl: null, files: [] }]);
});

describe("the first view", () => {
  test("is one of many at once", async () => {
    const { shop, sessionId } = await bought();
    const views = Array.from({ length: 50 }, () => readDetail(shop.browser, sessionId));
    const details = await Promise.all(views);
    expect(details.filter((detail) => detail.firstView)).toHaveLength(1);
    expect((await readDetail(shop.browser, sessionId)).firstView).toBe(false);
    expect(ordersOf(shop)).toMatchObject([{ firstViewedAt: shop.clock.now() }]);
  });

  test("is not used up by a viewer who sees the order masked", async () => {
    const { shop, sessionId } = await bought();
    shop.clock.advance(11 * MINUTE_MS);
    expect((await readDetail(openBrowser(shop), sessionId)).firstView).toBe(false);
    expect((await readDetail(shop.browser, sessionId)).firstView).toBe(true);
  });
});
