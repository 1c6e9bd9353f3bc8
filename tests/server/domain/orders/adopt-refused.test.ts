import { describe, expect, test } from "vitest";
import { shopIdOf } from "../../../server/domain/orders/shop-id.ts";
import { openBrowser } from "../../support/browser.ts";
import { restored, type Sale, sellElsewhere } from "../../support/forgotten.ts";
import {
  checkout,
  emailsOf,
  eventsOf,
  itemsOf,
  openClubShop,
  ordersOf,
  sweepForQuarter,
} from "../../support/money.ts";
import { buy } from "../../support/shop.ts";

describe("a session that this shop did not sell makes no order", () => {
  const OURS = "K7QM-3XRT";
  const CASES: [string, Sale][] = [
    ["without metadata", {}],
    ["with an empty number", { metadata: { order_number: "" } }],
    ["with another kind of number", { metadata: { order_number: "100234" } }],
    ["with a number in small letters", { metadata: { order_number: "k7qm-3xrt" } }],
    ["with letters that our numbers never have", { metadata: { order_number: "K7QM-0IOU" } }],
    ["with more than a number", { metadata: { order_number: `${OURS}\n` } }],
    ["with SQL for a number", { metadata: { order_number: "K7QM-3XRT' OR 1=1 --" } }],
    ["with our kind of number and a line of no product", { metadata: { order_number: OURS } }],
    ...["0", "-1", "9999", "1.5", "NaN", "1e99", "__proto__", "1 OR 1=1"].map(
      (product): [string, Sale] => [
        `with our kind of number and the product ${product}`,
        { metadata: { order_number: OURS }, lines: [{ product }] },
      ],
    ),
  ];
  test.each(CASES)("%s", async (_name, sale) => {
    const shop = await openClubShop();
    const metadata = { shop_id: shopIdOf(shop.deps), ...sale.metadata };
    const sessionId = await sellElsewhere(shop, { ...sale, metadata });
    await sweepForQuarter(shop);
    expect(ordersOf(shop)).toEqual([]);
    expect(emailsOf(shop)).toEqual([]);
    expect(eventsOf(shop).length).toBeGreaterThan(0);
    expect(eventsOf(shop).every((event) => event.handledAt !== null)).toBe(true);
    const page = await shop.browser.get(`/api/products/purchase-detail?sessionId=${sessionId}`);
    expect(page.status).toBe(404);
  });

  test.each<[string, Record<string, string>]>([
    ["no shop", {}],
    ["an empty shop", { shop_id: "" }],
    ["another shop", { shop_id: "another-shops-id" }],
  ])("with our kind of number and our product, but the id of %s", async (_name, shopId) => {
    const shop = await openClubShop();
    const sale = { metadata: { ...shopId, order_number: OURS } };
    await sellElsewhere(shop, { ...sale, lines: [{ product: String(shop.book) }] });
    await sweepForQuarter(shop);
    expect(ordersOf(shop)).toEqual([]);
    expect(eventsOf(shop).every((event) => event.handledAt !== null)).toBe(true);
  });

  test("with all that another shop of the same catalogue on this account puts into its own", async () => {
    const other = await openClubShop();
    const shop = await restored(other);
    shop.deps.secret = "the-secret-of-a-shop-beside-it-000000000";
    const sessionId = await buy(other, other.browser, { products: [other.pack] });
    await buy(other, openBrowser(other), { products: [other.club], email: "b@example.com" });
    other.simulator.control.refund(sessionId);
    await sweepForQuarter(shop);
    expect(ordersOf(shop)).toEqual([]);
    expect([shop.mails, other.mails].map((mails) => mails.length)).toEqual([0, 2]);
    expect(eventsOf(shop).length).toBeGreaterThan(0);
    expect(eventsOf(shop).every((event) => event.handledAt !== null)).toBe(true);
    const page = await shop.browser.get(`/api/products/purchase-detail?sessionId=${sessionId}`);
    expect(page.status).toBe(404);
  });

  test("with the number of an order that has a session of its own", async () => {
    const shop = await openClubShop();
    const own = await buy(shop, shop.browser, { products: [shop.book] });
    const [order] = ordersOf(shop);
    await sellElsewhere(shop, {
      metadata: {
        shop_id: shopIdOf(shop.deps),
        order_number: order?.number ?? "",
      },
      lines: [{ product: String(shop.pack) }],
    });
    await sweepForQuarter(shop);
    expect(ordersOf(shop)).toMatchObject([{ sessionId: own, totalAmount: 1200 }]);
    expect(itemsOf(shop)).toHaveLength(1);
    expect(eventsOf(shop).every((event) => event.handledAt !== null)).toBe(true);
    expect(shop.mails).toHaveLength(1);
  });

  test("an unpaid one of ours is not made again", async () => {
    const lost = await openClubShop();
    lost.simulator.control.webhooks.mode = "drop";
    const open = await checkout(lost, { browser: "a", products: [lost.pack] });
    const expired = await checkout(lost, { browser: "b", products: [lost.pack] });
    lost.simulator.control.expire(expired);
    const shop = await restored(lost);
    await sweepForQuarter(shop);
    for (const id of [open, expired]) {
      const page = await shop.browser.get(`/api/products/purchase-detail?sessionId=${id}`);
      expect(page.status).toBe(404);
    }
    expect(ordersOf(shop)).toEqual([]);
  });
});
