import { expect, test } from "vitest";
import { getOwnership } from "../../../../server/domain/orders/ownership.ts";
import { openUpgradeShop } from "../../../support/upgrade-shop.ts";
import { DAY_MS } from "../../../support/money.ts";
import { changeSettings } from "../../../support/shop-settings.ts";
import { buy, openShop, pay, readDetail } from "../../../support/shop.ts";

const NOTHING = { order: null, owned: [] };
const email = "anna@example.com";

/** Opens a shop; `ask` returns what a viewer with a session id, a user or neither owns. */
async function openAsked() {
  const shop = await openShop();
  const ask = (sessionId?: string, user: { id: number; email: string } | null = null) =>
    getOwnership(
      shop.deps,
      { originalId: shop.pack, otherIds: [shop.book], sessionId },
      { viewer: { browserHash: null, user }, mayAsk: true },
    );
  const buyOne = (product: number) => buy(shop, shop.browser, { products: [product], email });
  return { shop, ask, buyOne };
}

test.each([undefined, "cs_test_0123456789", "../etc/passwd", "cs_"])(
  "a viewer with the session %j alone owns nothing",
  async (sessionId) => {
    const { ask } = await openAsked();
    expect(await ask(sessionId)).toEqual(NOTHING);
  },
);

test("a session alone names its order, and says that the browser is not known", async () => {
  const { shop, ask, buyOne } = await openAsked();
  const sessionId = await buyOne(shop.pack);
  const { orderNumber } = await readDetail(shop.browser, sessionId);
  expect(await ask(sessionId)).toEqual({
    order: {
      sessionId,
      orderNumber,
      status: "paid",
      recognised: false,
      email: null,
      mistyped: false,
    },
    owned: [],
  });
});

test("an order whose files wait says when they open, also right after the payment", async () => {
  const { shop, ask } = await openAsked();
  changeSettings(shop, { withoutConsent: "wait" });
  const sessionId = await pay(shop, shop.browser, { products: [shop.pack], email });
  const accessFrom = new Date(shop.clock.now().getTime() + 15 * DAY_MS).toISOString();
  expect(await ask(sessionId)).toMatchObject({ order: { status: "paid", accessFrom } });
});

test("a session says nothing of a product that its order never had, or that was paid back", async () => {
  const { shop, ask, buyOne } = await openAsked();
  expect(await ask(await buyOne(shop.book))).toEqual(NOTHING);
  const sessionId = await buyOne(shop.pack);
  shop.simulator.control.refund(sessionId);
  await shop.settle();
  expect(await ask(sessionId)).toMatchObject({ order: null });
});

test("each product comes with the order that holds it, to its account in any browser", async () => {
  const { shop, ask, buyOne } = await openAsked();
  const first = await buyOne(shop.pack);
  const second = await buyOne(shop.book);
  expect(await ask(undefined, { id: 9, email })).toMatchObject({
    order: { sessionId: first, recognised: true, email, mistyped: false },
    owned: [
      { productId: shop.pack, sessionId: first },
      { productId: shop.book, sessionId: second },
    ],
  });
  expect(await ask(undefined, { id: 10, email: "bert@example.com" })).toEqual(NOTHING);
});

test("an order says whether its email looks mistyped, to those who may see it", async () => {
  const { shop, ask } = await openAsked();
  const slip = "anna@gmial.com";
  const sessionId = await buy(shop, shop.browser, { products: [shop.pack], email: slip });
  expect(await ask(sessionId)).toMatchObject({ order: { email: null, mistyped: false } });
  expect(await ask(undefined, { id: 9, email: slip })).toMatchObject({
    order: { email: slip, mistyped: true },
  });
});

test.each<[string, string | undefined, object | undefined]>([
  ["no code", undefined, { 1: 1000 }],
  ["an unknown code", "WINTER", { 1: 1000 }],
  ["a percentage", "HALF", { 1: 500, 2: 600 }],
  ["an amount, which the whole order has once", "FIVE", { 1: 1000 }],
])("an owner of the pack below sees, with %s, the lower prices", async (_name, code, prices) => {
  const shop = await openUpgradeShop();
  await shop.buy(shop.browser, shop.advanced);
  for (const [text, off] of [
    ["HALF", { percentOff: 50 }],
    ["FIVE", { amountOff: 500 }],
  ] as const) {
    const none = { percentOff: null, amountOff: null, productIds: [], expiresAt: null };
    const body = { ...none, ...off, code: text, maxUses: null };
    expect((await shop.admin.call("POST", "/api/discounts", { body })).status).toBe(201);
  }
  const viewer = { browserHash: null, user: { id: 9, email } };
  const question = { originalId: shop.pack, otherIds: [shop.book, shop.advanced] };
  const found = await getOwnership(
    shop.deps,
    { ...question, sessionId: undefined },
    { viewer, mayAsk: true, code },
  );
  expect(found.prices).toEqual(prices);
});
