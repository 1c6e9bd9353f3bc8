import { expect, test } from "vitest";
import { getOwnership } from "../../../../server/domain/orders/ownership.ts";
import { buy, openShop, readDetail } from "../../../support/shop.ts";

const NOBODY = { viewer: { browserHash: null, user: null }, mayAsk: true };

test("whoever shows nothing owns nothing", async () => {
  const shop = await openShop();
  const question = { originalId: shop.pack, otherIds: [], sessionId: undefined };
  expect(await getOwnership(shop.deps, question, NOBODY)).toEqual({ order: null, owned: [] });
});

test("a session alone names its order, and says that the browser is not known", async () => {
  const shop = await openShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
  const { orderNumber } = await readDetail(shop.browser, sessionId);
  const question = { originalId: shop.pack, otherIds: [], sessionId };
  expect(await getOwnership(shop.deps, question, NOBODY)).toEqual({
    order: { sessionId, orderNumber, status: "paid", recognised: false, email: null },
    owned: [],
  });
});

test("the session of an order without the product says nothing about it", async () => {
  const shop = await openShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.book] });
  const question = { originalId: shop.pack, otherIds: [], sessionId };
  expect(await getOwnership(shop.deps, question, NOBODY)).toEqual({ order: null, owned: [] });
});

test("a product that was paid back is not held by its order any more", async () => {
  const shop = await openShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
  shop.simulator.control.refund(sessionId);
  await shop.settle();
  const question = { originalId: shop.pack, otherIds: [], sessionId };
  expect(await getOwnership(shop.deps, question, NOBODY)).toMatchObject({ order: null });
});

test("each product comes with the order that holds it, to its account in any browser", async () => {
  const shop = await openShop();
  const email = "anna@example.com";
  const first = await buy(shop, shop.browser, { products: [shop.pack], email });
  const second = await buy(shop, shop.browser, { products: [shop.book], email });
  const question = { originalId: shop.pack, otherIds: [shop.book], sessionId: undefined };
  const anna = { id: 9, email };
  expect(
    await getOwnership(shop.deps, question, {
      viewer: { browserHash: null, user: anna },
      mayAsk: true,
    }),
  ).toMatchObject({
    order: { sessionId: first, recognised: true, email },
    owned: [
      { productId: shop.pack, sessionId: first },
      { productId: shop.book, sessionId: second },
    ],
  });
  const stranger = { id: 10, email: "bert@example.com" };
  expect(
    await getOwnership(shop.deps, question, {
      viewer: { browserHash: null, user: stranger },
      mayAsk: true,
    }),
  ).toEqual({
    order: null,
    owned: [],
  });
});

test.each([["cs_test_0123456789"], ["../etc/passwd"], ["cs_"]])(
  "%s is nobody's order",
  async (sessionId) => {
    const shop = await openShop();
    const question = { originalId: shop.pack, otherIds: [], sessionId };
    expect(await getOwnership(shop.deps, question, NOBODY)).toEqual({ order: null, owned: [] });
  },
);
