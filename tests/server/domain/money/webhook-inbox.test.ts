import { expect, test } from "vitest";
import { startCheckout } from "../../../support/browser.ts";
import { eventsOf, itemsOf, ordersOf } from "../../../support/money.ts";
import { buy, openShop, pay, type Shop } from "../../../support/shop.ts";
import { eventBody, postWebhook, signed } from "../../../support/webhooks.ts";
import { skipPauses } from "../../../support/skip-pauses.ts";

skipPauses();

async function report(shop: Shop, event: Parameters<typeof eventBody>[0]) {
  const body = eventBody(event);
  expect((await postWebhook(shop, body, signed(body))).status).toBe(200);
}

test("an event that cannot be handled keeps its failure, and is done after the pause", async () => {
  const shop = await openShop();
  shop.simulator.control.webhooks.mode = "drop";
  const objectId = await pay(shop, shop.browser, { products: [shop.pack] });
  shop.simulator.control.faults.next({ kind: "500", path: "/v1/checkout/sessions", times: 2 });
  await report(shop, { objectId });
  for (const ms of [0, 4999]) {
    shop.clock.advance(ms);
    await shop.settle();
    const waiting = { attempts: 1, handledAt: null, lastError: expect.stringMatching(/./) };
    expect(eventsOf(shop)).toMatchObject([waiting]);
    expect(ordersOf(shop)).toMatchObject([{ status: "open" }]);
  }
  shop.clock.advance(1);
  await shop.settle();
  const handled = { attempts: 2, lastError: null, handledAt: shop.clock.now() };
  expect(eventsOf(shop)).toMatchObject([handled]);
  expect(ordersOf(shop)).toMatchObject([{ status: "paid" }]);
  expect(shop.mails).toHaveLength(1);
});

test("an event waits longer each time, fifteen minutes at most, and is never given up", async () => {
  const shop = await openShop();
  await report(shop, { objectId: "cs_test_whatever_1" });
  shop.deps.payments.findCheckout = () => Promise.reject(new Error("still down"));
  const pauses: number[] = [];
  for (let time = 0; time < 12; time++) {
    await shop.settle();
    const due = eventsOf(shop)[0]?.nextAttemptAt.getTime() ?? 0;
    const pause = due - shop.clock.now().getTime();
    pauses.push(pause / 1000);
    shop.clock.advance(pause);
  }
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900, 900]);
  expect(eventsOf(shop)).toMatchObject([{ attempts: 12, lastError: "Error: still down" }]);
});

test("an event that cannot be handled does not hold up those after it", async () => {
  const shop = await openShop();
  shop.simulator.control.webhooks.mode = "drop";
  const sessionId = await pay(shop, shop.browser, { products: [shop.pack] });
  const { findCheckout } = shop.deps.payments;
  const down = new Error("down for this one");
  shop.deps.payments.findCheckout = (id) =>
    id === sessionId ? findCheckout(id) : Promise.reject(down);
  for (const objectId of ["cs_test_broken_one", sessionId]) {
    await report(shop, { id: `evt_${objectId}`, objectId });
  }
  await shop.settle();
  expect(eventsOf(shop).map((event) => event.handledAt === null)).toEqual([true, false]);
  expect(ordersOf(shop)).toMatchObject([{ status: "paid" }]);
});

test("a late failure takes nothing back from an order that was paid", async () => {
  const shop = await openShop();
  const objectId = await buy(shop, shop.browser, { products: [shop.pack] });
  await report(shop, { type: "checkout.session.async_payment_failed", objectId });
  await shop.settle();
  expect(ordersOf(shop)).toMatchObject([{ status: "paid" }]);
});

test("an expired session closes its order", async () => {
  const shop = await openShop();
  const sessionId = await startCheckout(shop.browser, [shop.pack]);
  shop.simulator.control.expire(sessionId);
  await shop.settle();
  expect(ordersOf(shop)).toMatchObject([{ status: "expired" }]);
  expect(itemsOf(shop)).toMatchObject([{ grantedAt: null }]);
});
