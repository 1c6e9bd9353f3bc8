import { expect, test } from "vitest";
import { startCheckout as startDirectly } from "../../../server/domain/orders/checkout.ts";
import type { BuiltClient } from "../../../server/http/built-client.ts";
import type { OfferState } from "../../../server/pages/offers.ts";
import { readSearch } from "../../../server/contract/pages.ts";
import { checkoutBody, openBrowser, startCheckout } from "../../support/browser.ts";
import { ordersOf, requestsOf } from "../../support/money.ts";
import { DETAIL, openShop, pay, readDetail, type Shop } from "../../support/shop.ts";

/** Offer page of product 1, reduced to the status of the order it shows as owned. */
const offerPage: BuiltClient = {
  render: async ({ url, load }) => {
    const search = readSearch(new URL(url, "http://shop").search);
    const state = (await load({ path: "/upsell/:id", id: "1", search })) as OfferState;
    const order = state.kind === "ready" ? state.offer.ownership.order : state.order;
    const html = `${order?.status}`;
    return { status: 200, html, indexable: false, personal: true, tracked: true };
  },
  served: [],
  assets: { scripts: [], styles: [], preloads: [] },
  statics: new Map(),
};
const OFFER = "/upsell/1";

const openOfferShop = () => openShop({ web: offerPage });
const ask = async ({ browser }: Pick<Shop, "browser">, path = OFFER) =>
  (await browser.get(path)).text();

/** Returns the number of provider requests made during `work`. */
async function callsDuring(shop: Pick<Shop, "simulator">, work: () => Promise<unknown>) {
  const before = requestsOf(shop).length;
  await work();
  return requestsOf(shop).length - before;
}

/** Opens many checkouts of one browser, bypassing the limit per client. */
async function openMany(shop: Shop, count: number) {
  await startCheckout(shop.browser, [shop.pack]);
  const browserHash = ordersOf(shop)[0]?.browserHash ?? "";
  for (let nth = 1; nth < count; nth++) {
    const request = {
      ...checkoutBody([shop.pack]),
      products: [{ productId: shop.pack, quantity: 1 as const }],
      cancelRouter: `/checkout/cancel?way=${nth}`,
    };
    await startDirectly(shop.deps, { request, viewer: { browserHash, user: null } });
  }
}

test("a page of a browser with 25 checkouts, loaded 100 times, asks the provider thrice", async () => {
  const shop = await openOfferShop();
  await openMany(shop, 25);
  const load = async () => {
    for (let nth = 0; nth < 100; nth++) expect(await ask(shop)).toBe("undefined");
  };
  expect(await callsDuring(shop, load)).toBe(3);
});

test("pages at the same moment share one question of the provider", async () => {
  const shop = await openOfferShop();
  await startCheckout(shop.browser, [shop.pack]);
  const load = () => Promise.all(Array.from({ length: 20 }, () => ask(shop)));
  expect(await callsDuring(shop, load)).toBe(1);
});

test("ids that are made up are asked about once a minute each", async () => {
  const shop = await openOfferShop();
  const path = `${DETAIL}?sessionId=cs_test_a1unknownunknown`;
  const look = async () => {
    for (let nth = 0; nth < 10; nth++) expect((await shop.browser.get(path)).status).toBe(404);
    expect(await ask(shop, `${OFFER}?sessionId=cs_test_a1unknownunknown`)).toBe("undefined");
  };
  expect(await callsDuring(shop, look)).toBe(1);
  shop.clock.advance(60_000);
  expect(await callsDuring(shop, look)).toBe(1);
});

test.each(["..", "../events", "cs_test_1/../../customers", "cs_test_1?expand[]=x", "sub_1", ""])(
  "%j is no session to any call, and reaches no path of the provider",
  async (sessionId) => {
    const shop = await openOfferShop();
    const look = async () => {
      const address = { sessionId, email: "anna@example.com" };
      expect((await shop.browser.post("/api/subscriptions", { sessionId })).status).toBe(422);
      expect((await shop.browser.post("/api/orders/resend", { sessionId })).status).toBe(422);
      expect((await shop.browser.post("/api/orders/address", address)).status).toBe(422);
      await shop.browser.get(`${DETAIL}?sessionId=${encodeURIComponent(sessionId)}`);
      await ask(shop, `${OFFER}?sessionId=${encodeURIComponent(sessionId)}`);
    };
    expect(await callsDuring(shop, look)).toBe(0);
  },
);

test("what was paid a moment ago is seen after three seconds, and at once when it is reported", async () => {
  const shop = await openOfferShop();
  const silent = await startCheckout(shop.browser, [shop.pack]);
  const reported = await startCheckout(openBrowser(shop), [shop.pack]);
  const load = (id: string) => ask(shop, `${OFFER}?sessionId=${id}`);
  expect(await load(silent)).toBe("undefined");
  expect(await load(reported)).toBe("undefined");
  await shop.simulator.control.pay(reported);
  await shop.settle();
  expect(await load(reported)).toBe("paid");

  shop.simulator.control.webhooks.mode = "drop";
  await shop.simulator.control.pay(silent);
  expect(await load(silent)).toBe("undefined");
  shop.clock.advance(3000);
  expect(await load(silent)).toBe("paid");
});

test("invented ids reach the provider 20 times a second, and purchases go on", async () => {
  const shop = await openOfferShop();
  const invent = async (from: number, count: number) => {
    const ids = Array.from({ length: count }, (_, nth) => `cs_test_a1invented${from + nth}`);
    const answers = ids.map((id) => openBrowser(shop).get(`${DETAIL}?sessionId=${id}`));
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  shop.simulator.control.webhooks.mode = "drop";
  const sessionId = await pay(shop, shop.browser, { products: [shop.pack] });
  const attack = async () => {
    const statuses = await invent(0, 50);
    expect(statuses.filter((status) => status === 404)).toHaveLength(20);
    expect(statuses.filter((status) => status === 503)).toHaveLength(30);
    const stranger = { browser: openBrowser(shop) };
    expect(await ask(stranger, `${OFFER}?sessionId=cs_test_a1inventedoffer`)).toBe("undefined");
  };
  expect(await callsDuring(shop, attack)).toBe(20);

  expect((await readDetail(shop.browser, sessionId)).status).toBe("paid");
  await startCheckout(openBrowser(shop), [shop.pack]);
  expect(await ask(shop)).toBe("paid");
  shop.clock.advance(1000);
  expect(await callsDuring(shop, () => invent(100, 5))).toBe(5);
});
