import { describe, expect, test } from "vitest";
import { findDouble } from "../../../../server/domain/orders/never-twice.ts";
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
import { buy, openShop, pay, type Shop } from "../../../support/shop.ts";

const EMAIL = "twice@example.com";
const doubles = (shop: Pick<Shop, "db">) => ordersOf(shop).map((order) => order.doubleOfId);

/** The same product bought by one address from another browser each time. */
async function buyTwice(pause: number) {
  const shop = await openShop();
  const purchase = { products: [shop.pack], email: EMAIL };
  await buy(shop, openBrowser(shop), purchase);
  shop.clock.advance(pause);
  await buy(shop, openBrowser(shop), { ...purchase, email: EMAIL.toUpperCase() });
  return shop;
}

describe("not marked is", () => {
  test("another product of the same address", async () => {
    const shop = await openShop();
    for (const product of [shop.pack, shop.book]) {
      await buy(shop, openBrowser(shop), { products: [product], email: EMAIL });
    }
    expect(doubles(shop)).toEqual([null, null]);
  });

  test("the same product of another address and browser", async () => {
    const shop = await openShop();
    for (const email of ["a@example.com", "b@example.com"]) {
      await buy(shop, openBrowser(shop), { products: [shop.pack], email });
    }
    expect(doubles(shop)).toEqual([null, null]);
  });

  test("what is bought again after a refund", async () => {
    const shop = await openShop();
    const first = await buy(shop, openBrowser(shop), { products: [shop.pack], email: EMAIL });
    shop.simulator.control.refund(first);
    await shop.settle();
    await buy(shop, openBrowser(shop), { products: [shop.pack], email: EMAIL });
    expect(doubles(shop)).toEqual([null, null]);
  });

  test("an order whose payment failed", async () => {
    const shop = await openShop();
    const card = "4000008400001629";
    const failing = await pay(shop, openBrowser(shop), {
      products: [shop.pack],
      email: EMAIL,
      card,
    });
    shop.simulator.control.settle(failing, "failed");
    await shop.settle();
    await buy(shop, openBrowser(shop), { products: [shop.pack], email: EMAIL });
    expect(doubles(shop)).toEqual([null, null]);
  });

  test("an order of which neither the address nor the browser is known", async () => {
    const shop = await openShop();
    await buy(shop, openBrowser(shop), { products: [shop.pack], email: EMAIL });
    const stranger = { id: 99, email: null, browserHash: null };
    const found = shop.db.write((tx) =>
      findDouble(tx, stranger, { productIds: [shop.pack], now: shop.clock.now() }),
    );
    expect(found ?? null).toBeNull();
  });

  test("a subscription that has ended", async () => {
    const shop = await openClubShop();
    await buy(shop, openBrowser(shop), { products: [shop.club], email: EMAIL });
    shop.simulator.control.cancel(ordersOf(shop)[0]?.subscriptionId ?? "");
    await shop.settle();
    await buy(shop, openBrowser(shop), { products: [shop.club], email: EMAIL });
    expect(doubles(shop)).toEqual([null, null]);
  });
});

describe("the same product paid twice by one address", () => {
  test.each([
    ["at the same moment", 0],
    ["a year later", 365 * DAY_MS],
  ])("%s is marked, and both stay open", async (_name, pause) => {
    const shop = await buyTwice(pause);
    expect(ordersOf(shop)).toMatchObject([
      { status: "paid", doubleOfId: null },
      { status: "paid", doubleOfId: 1, email: EMAIL },
    ]);
    expect(itemsOf(shop)).toMatchObject([{ revokedAt: null }, { revokedAt: null }]);
    expect(shop.mails).toHaveLength(2);
    const newest = fileLink(shop.mails[1]?.text, "Premium-Pack-1");
    expect(await statusOf(shop, newest)).toBe(200);
    expect(requestsOf(shop).filter((request) => request.includes("refund"))).toEqual([]);
  });

  test("by webhooks that come all at once is marked on exactly one of them", async () => {
    const shop = await openShop();
    const { webhooks } = shop.simulator.control;
    webhooks.mode = "hold";
    for (let i = 0; i < 2; i++) {
      await pay(shop, openBrowser(shop), { products: [shop.pack], email: EMAIL });
    }
    await webhooks.flush({ parallel: true, times: 2, order: "shuffled" });
    await Promise.all([shop.settle(), shop.settle()]);
    const [first, second] = ordersOf(shop);
    expect([first?.doubleOfId, second?.doubleOfId].filter((id) => id !== null)).toHaveLength(1);
    expect([first?.status, second?.status]).toEqual(["paid", "paid"]);
    expect(shop.mails).toHaveLength(2);
  });

  test("as part of a larger order is marked too", async () => {
    const shop = await openShop();
    await buy(shop, openBrowser(shop), { products: [shop.book], email: EMAIL });
    await buy(shop, openBrowser(shop), { products: [shop.pack, shop.book], email: EMAIL });
    expect(doubles(shop)).toEqual([null, 1]);
  });
});

test("one browser that pays two checkouts of one product under two addresses is marked", async () => {
  const shop = await openShop();
  const { control } = shop.simulator;
  control.webhooks.mode = "hold";
  const both = await startCheckout(shop.browser, [shop.pack, shop.book]);
  const one = await startCheckout(shop.browser, [shop.pack]);
  await control.pay(both, { email: "a@example.com" });
  await control.pay(one, { email: "b@example.com" });
  await control.webhooks.flush();
  await shop.settle();
  expect(doubles(shop)).toEqual([null, 1]);
  expect(itemsOf(shop).every((item) => item.grantedAt !== null)).toBe(true);
});
