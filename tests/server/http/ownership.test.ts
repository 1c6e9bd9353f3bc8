import { expect, test } from "vitest";
import { getOwnership } from "../../../server/http/ownership.ts";
import { buy, openShop, readDetail } from "../support/shop.ts";

const NOBODY = { browserHash: null, user: null };

test("whoever shows nothing owns nothing", async () => {
  const shop = await openShop();
  const question = { originalId: shop.pack, otherIds: [], sessionId: undefined };
  expect(await getOwnership(shop.deps, question, NOBODY)).toEqual({ order: null, ownedIds: [] });
});

test("a session alone names its order, and says that the browser is not known", async () => {
  const shop = await openShop();
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack] });
  const { orderNumber } = await readDetail(shop.browser, sessionId);
  const question = { originalId: shop.pack, otherIds: [], sessionId };
  expect(await getOwnership(shop.deps, question, NOBODY)).toEqual({
    order: { sessionId, orderNumber, status: "paid", recognised: false },
    ownedIds: [],
  });
});

test.each([["cs_test_0123456789"], ["../etc/passwd"], ["cs_"]])(
  "%s is nobody's order",
  async (sessionId) => {
    const shop = await openShop();
    const question = { originalId: shop.pack, otherIds: [], sessionId };
    expect(await getOwnership(shop.deps, question, NOBODY)).toEqual({ order: null, ownedIds: [] });
  },
);
