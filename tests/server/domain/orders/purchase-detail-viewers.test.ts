import { describe, expect, test } from "vitest";
import { updateRow } from "../../../../db/record.ts";
import { orderItems, orders } from "../../../../db/schema.ts";
import { openBrowser } from "../../../support/browser.ts";
import { buy, MINUTE_MS, openShop, readDetail, signIn } from "../../../support/shop.ts";

describe("who sees a paid order", () => {
  async function bought() {
    const shop = await openShop();
    const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
    return { shop, sessionId };
  }
  const FULL = { masked: false, customerEmail: "buyer@example.com" };
  const MASKED = {
    masked: true,
    customerEmail: "bu••••@ex••••.com",
    firstView: false,
    products: [{ name: "Premium Pack", downloadUrl: null, fileUrl: null, files: [] }],
  };

  test("anybody in full, up to ten minutes after the payment", async () => {
    const { shop, sessionId } = await bought();
    shop.clock.advance(10 * MINUTE_MS - 1);
    const detail = await readDetail(openBrowser(shop), sessionId);
    expect(detail).toMatchObject(FULL);
    expect(detail.products[0]?.files).toHaveLength(2);
  });

  test.each([0, 1000, 525_600 * MINUTE_MS])(
    "others masked, ten minutes and %d ms after it",
    async (ms) => {
      const { shop, sessionId } = await bought();
      shop.clock.advance(10 * MINUTE_MS + ms);
      const detail = await readDetail(openBrowser(shop), sessionId);
      expect(detail).toMatchObject(MASKED);
      expect(JSON.stringify(detail)).not.toContain("token=");
      expect(JSON.stringify(detail)).not.toContain("buyer@example.com");
    },
  );

  test("the buying browser in full, four weeks later", async () => {
    const { shop, sessionId } = await bought();
    shop.clock.advance(27 * 24 * 60 * MINUTE_MS);
    const detail = await readDetail(shop.browser, sessionId);
    expect(detail).toMatchObject(FULL);
    expect(detail.products[0]?.files).toHaveLength(2);
  });

  test("the signed-in owner in full, on any device", async () => {
    const { shop, sessionId } = await bought();
    shop.clock.advance(11 * MINUTE_MS);
    expect(await readDetail(signIn(shop, "buyer@example.com"), sessionId)).toMatchObject(FULL);
  });

  test("another signed-in person masked", async () => {
    const { shop, sessionId } = await bought();
    shop.clock.advance(11 * MINUTE_MS);
    expect(await readDetail(signIn(shop, "other@example.com"), sessionId)).toMatchObject(MASKED);
  });

  test("the owner masked once the sign-in has run out", async () => {
    const { shop, sessionId } = await bought();
    const owner = signIn(shop, "buyer@example.com", { lifetimeMs: 5 * MINUTE_MS });
    shop.clock.advance(11 * MINUTE_MS);
    expect(await readDetail(owner, sessionId)).toMatchObject(MASKED);
  });

  test.each([
    ["an altered id", (value: string) => (value.startsWith("x") ? "y" : "x") + value.slice(1)],
    [
      "an altered signature",
      (value: string) => value.slice(0, -1) + (value.endsWith("A") ? "B" : "A"),
    ],
    ["no signature", (value: string) => value.split(".")[0] ?? ""],
    ["an empty value", () => ""],
  ])("a browser whose cookie has %s masked", async (_name, alter) => {
    const { shop, sessionId } = await bought();
    shop.clock.advance(11 * MINUTE_MS);
    const forger = openBrowser(shop);
    forger.cookies.set("buyer", alter(shop.browser.cookies.get("buyer") ?? ""));
    expect(await readDetail(forger, sessionId)).toMatchObject(MASKED);
  });

  test("a withdrawn item without links, even for its owner", async () => {
    const { shop, sessionId } = await bought();
    shop.db.write((tx) =>
      updateRow(
        tx,
        orderItems,
        1,
        { revokedAt: shop.clock.now() },
        { actor: "t", now: shop.clock.now() },
      ),
    );
    const detail = await readDetail(shop.browser, sessionId);
    expect(detail.products).toMatchObject([{ downloadUrl: null, fileUrl: null, files: [] }]);
  });
});

describe("the first view", () => {
  test("is one of many at once", async () => {
    const shop = await openShop();
    const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
    const details = await Promise.all(
      Array.from({ length: 50 }, () => readDetail(shop.browser, sessionId)),
    );
    expect(details.filter((detail) => detail.firstView)).toHaveLength(1);
    expect((await readDetail(shop.browser, sessionId)).firstView).toBe(false);
    expect(shop.db.select().from(orders).all()[0]?.firstViewedAt).toEqual(shop.clock.now());
  });

  test("is not used up by somebody who sees the order masked", async () => {
    const shop = await openShop();
    const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
    shop.clock.advance(11 * MINUTE_MS);
    expect((await readDetail(openBrowser(shop), sessionId)).firstView).toBe(false);
    expect((await readDetail(shop.browser, sessionId)).firstView).toBe(true);
  });
});
