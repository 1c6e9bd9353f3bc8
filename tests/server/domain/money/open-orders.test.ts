import { expect, test } from "vitest";
import { insertRow } from "../../../../db/record.ts";
import { changes, orders } from "../../../../db/schema.ts";
import { shopIdOf } from "../../../../server/config/shop-id.ts";
import { checkDueOrders } from "../../../../server/domain/money/open-orders.ts";
import { DELAYED_CARD, HOUR_MS, ordersOf, requestsOf } from "../../../support/money.ts";
import { openShop, pay, type Shop } from "../../../support/shop.ts";
import { CHECKOUT } from "../../../support/stripe-adapter.ts";

const SESSIONS = "/v1/checkout/sessions";

/** A shop that no webhook ever reaches. */
async function deafShop() {
  const shop = await openShop();
  shop.simulator.control.webhooks.mode = "drop";
  return shop;
}

const authorOf = ({ clock }: Shop) => ({ actor: "test", now: clock.now() });

/** Orders with a session each, as many checkouts leave them; the sessions' ids, oldest first. */
async function addOpenOrders(shop: Shop, count: number): Promise<string[]> {
  const shopId = shopIdOf(shop.deps);
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const idempotencyKey = `open-${n}`;
    const { id } = await shop.deps.payments.createCheckout({ ...CHECKOUT, shopId, idempotencyKey });
    addOrder(shop, { number: `OPEN-${n}`, sessionId: id });
    ids.push(id);
  }
  return ids;
}

function addOrder(shop: Shop, { number, sessionId }: { number: string; sessionId: string }) {
  const order = { number, sessionId, status: "open", currency: "usd", totalAmount: 4900 } as const;
  const nextCheckAt = shop.clock.now();
  shop.db.write((tx) => insertRow(tx, orders, { ...order, nextCheckAt }, authorOf(shop)));
}

/** What the provider is asked by one round. */
async function questionsOf(shop: Shop): Promise<string[]> {
  const before = requestsOf(shop).length;
  await checkDueOrders(shop.deps);
  return requestsOf(shop).slice(before);
}

test("many open orders are asked about by list, and only what has changed by itself", async () => {
  const shop = await deafShop();
  const ids = await addOpenOrders(shop, 150);
  expect(await questionsOf(shop)).toEqual([`GET ${SESSIONS}`, `GET ${SESSIONS}`]);
  expect(await questionsOf(shop)).toEqual([]);

  const [paid = "", expired = ""] = ids;
  await shop.simulator.control.pay(paid);
  shop.simulator.control.expire(expired);
  shop.clock.advance(HOUR_MS);
  expect((await questionsOf(shop)).toSorted()).toEqual([
    `GET ${SESSIONS}`,
    `GET ${SESSIONS}`,
    `GET ${SESSIONS}/${paid}`,
  ]);
  const statuses = ordersOf(shop).map(({ status }) => status);
  expect(statuses.slice(0, 3)).toEqual(["paid", "expired", "open"]);
  expect(new Set(statuses.slice(3))).toEqual(new Set(["open"]));
});

test("being asked about leaves no trace in an order's history", async () => {
  const shop = await deafShop();
  await addOpenOrders(shop, 1);
  const before = shop.db.select().from(changes).all();
  const [{ version } = { version: 0 }] = ordersOf(shop);
  await checkDueOrders(shop.deps);
  expect(shop.db.select().from(changes).all()).toEqual(before);
  expect(ordersOf(shop)).toMatchObject([{ version }]);
});

test("a payment under way is not asked about by itself until it is through", async () => {
  const shop = await deafShop();
  const id = await pay(shop, shop.browser, { products: [shop.pack], card: DELAYED_CARD });
  expect(await questionsOf(shop)).toEqual([`GET ${SESSIONS}`, `GET ${SESSIONS}/${id}`]);
  expect(ordersOf(shop)).toMatchObject([{ status: "processing" }]);
  shop.clock.advance(HOUR_MS);
  expect(await questionsOf(shop)).toEqual([`GET ${SESSIONS}`]);
  shop.simulator.control.settle(id, "failed");
  shop.clock.advance(HOUR_MS);
  expect(await questionsOf(shop)).toEqual([`GET ${SESSIONS}`, `GET ${SESSIONS}/${id}`]);
  expect(ordersOf(shop)).toMatchObject([{ status: "failed" }]);
});

test("with more to ask than a round may, the newest orders go first and the oldest last", async () => {
  const shop = await deafShop();
  // Each stands alone in the provider's list, and its session is unknown there: two calls each.
  for (let n = 1; n <= 60; n++) {
    shop.clock.advance(HOUR_MS);
    addOrder(shop, { number: `ALONE-${n}`, sessionId: `cs_test_alone_${n}` });
    shop.db.sqlite.exec(`UPDATE orders SET id = ${n * 200} WHERE number = 'ALONE-${n}'`);
  }
  expect(await questionsOf(shop)).toHaveLength(100);
  const open = ordersOf(shop).filter(({ status }) => status === "open");
  expect(open.map(({ number }) => number)).toEqual(
    Array.from({ length: 10 }, (_, n) => `ALONE-${n + 1}`),
  );
  expect(await questionsOf(shop)).toHaveLength(20);
  expect(ordersOf(shop).every(({ status }) => status === "expired")).toBe(true);
});
