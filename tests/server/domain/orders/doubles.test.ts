import { describe, expect, test } from "vitest";
import { findDuplicatePurchase } from "../../../../server/domain/orders/duplicate-purchase.ts";
import { openBrowser, startCheckout } from "../../../support/browser.ts";
import {
  DAY_MS,
  fileLink,
  itemsOf,
  openClubShop,
  ordersOf,
  requestsOf,
  statusOf,
} from "../../../support/money.ts";
import { buy, pay } from "../../../support/shop.ts";

const EMAIL = "twice@example.com";
type Product = "pack" | "book" | "club";

async function openTwice() {
  const shop = await openClubShop();
  return {
    ...shop,
    control: shop.simulator.control,
    doubles: () => ordersOf(shop).map((order) => order.duplicateOfId),
    /** Buys for an email, each time from a new browser. */
    buyAgain: (products: Product[], email = EMAIL) =>
      buy(shop, openBrowser(shop), { products: products.map((name) => shop[name]), email }),
  };
}
type Twice = Awaited<ReturnType<typeof openTwice>>;

test.each<[string, (shop: Twice) => Promise<unknown>, ...second: [Product?, string?]]>([
  ["another product of the same address", ({ buyAgain }) => buyAgain(["book"])],
  [
    "the same product of another address and browser",
    ({ buyAgain }) => buyAgain(["pack"]),
    "pack",
    "b@example.com",
  ],
  [
    "what is bought again after a refund",
    async ({ buyAgain, control }) => control.refund(await buyAgain(["pack"])),
  ],
  [
    "what is bought after a payment that failed",
    async (shop) => {
      const card = "4000008400001629";
      const purchase = { products: [shop.pack], email: EMAIL, card };
      shop.control.settle(await pay(shop, openBrowser(shop), purchase), "failed");
    },
  ],
  [
    "a subscription after one that has ended",
    async (shop) => {
      await shop.buyAgain(["club"]);
      shop.control.cancel(ordersOf(shop)[0]?.subscriptionId ?? "");
    },
    "club",
  ],
])("not marked is %s", async (_name, first, product = "pack", email = EMAIL) => {
  const shop = await openTwice();
  await first(shop);
  await shop.settle();
  await shop.buyAgain([product], email);
  expect(shop.doubles()).toEqual([null, null]);
});

test("not marked is an order of which neither the address nor the browser is known", async () => {
  const { buyAgain, db, pack, clock } = await openTwice();
  await buyAgain(["pack"]);
  const stranger = { id: 99, email: null, browserHash: null };
  const sale = { productIds: [pack], now: clock.now() };
  expect(db.write((tx) => findDuplicatePurchase(tx, stranger, sale)) ?? null).toBeNull();
});

describe("the same product paid twice by one address", () => {
  test.each([
    ["at the same moment", 0],
    ["a year later", 365 * DAY_MS],
  ])("%s is marked, and both stay open", async (_name, pause) => {
    const shop = await openTwice();
    await shop.buyAgain(["pack"]);
    shop.clock.advance(pause);
    await shop.buyAgain(["pack"], EMAIL.toUpperCase());
    expect(ordersOf(shop)).toMatchObject([
      { status: "paid", duplicateOfId: null },
      { status: "paid", duplicateOfId: 1, email: EMAIL },
    ]);
    expect(itemsOf(shop)).toMatchObject([{ revokedAt: null }, { revokedAt: null }]);
    expect(shop.mails).toHaveLength(2);
    expect(await statusOf(shop, fileLink(shop.mails[1]?.text, "Premium-Pack-1"))).toBe(200);
    expect(requestsOf(shop).filter((request) => request.includes("refund"))).toEqual([]);
  });

  test("by webhooks that come all at once is marked on exactly one of them", async () => {
    const shop = await openTwice();
    const { webhooks } = shop.control;
    webhooks.mode = "hold";
    for (let time = 0; time < 2; time++) {
      await pay(shop, openBrowser(shop), { products: [shop.pack], email: EMAIL });
    }
    await webhooks.flush({ parallel: true, times: 2, order: "shuffled" });
    await Promise.all([shop.settle(), shop.settle()]);
    expect(shop.doubles().filter((id) => id !== null)).toHaveLength(1);
    expect(ordersOf(shop)).toMatchObject([{ status: "paid" }, { status: "paid" }]);
    expect(shop.mails).toHaveLength(2);
  });

  test("as part of a larger order is marked too", async () => {
    const { buyAgain, doubles } = await openTwice();
    await buyAgain(["book"]);
    await buyAgain(["pack", "book"]);
    expect(doubles()).toEqual([null, 1]);
  });
});

test("one browser that pays two checkouts of one product under two addresses is marked", async () => {
  const shop = await openTwice();
  const { control } = shop;
  control.webhooks.mode = "hold";
  const both = await startCheckout(shop.browser, [shop.pack, shop.book]);
  const one = await startCheckout(shop.browser, [shop.pack]);
  await control.pay(both, { email: "a@example.com" });
  await control.pay(one, { email: "b@example.com" });
  await control.webhooks.flush();
  await shop.settle();
  expect(shop.doubles()).toEqual([null, 1]);
  expect(itemsOf(shop).every((item) => item.grantedAt !== null)).toBe(true);
});
