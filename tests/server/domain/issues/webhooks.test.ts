import { expect, test } from "vitest";
import { reconcile } from "../../../../server/domain/money/reconcile.ts";
import { createTestApp } from "../../../support/create-test-app.ts";
import { lineOf, troubleOf } from "../../../support/health.ts";
import { eventsOf, HOUR_MS } from "../../../support/money.ts";
import { buy, MINUTE_MS, openShop, pay } from "../../../support/shop.ts";
import { eventBody, postWebhook, signed } from "../../../support/webhooks.ts";

type Shop = Awaited<ReturnType<typeof openShop>>;

const WRONG = { secret: "whsec_of_another_endpoint" };

/** Sends all provider events, signed with the options `how`; returns the number of events. */
async function sendSigned(shop: Shop, how: Parameters<typeof signed>[1]): Promise<number> {
  const events = shop.simulator.control.events();
  for (const event of events) {
    const body = JSON.stringify(event, null, 2);
    expect((await postWebhook(shop, body, signed(body, how))).status).toBe(400);
  }
  return events.length;
}

async function shopWithoutWebhooks(): Promise<Shop> {
  const shop = await openShop();
  shop.simulator.control.webhooks.mode = "hold";
  return shop;
}

test("a quiet shop, and one whose webhooks arrive, is well", async () => {
  const shop = await openShop();
  expect(await lineOf(shop, "webhooks")).toMatch(/^unknown: No webhook has arrived yet/);
  await buy(shop, shop.browser, { products: [shop.pack] });
  shop.clock.advance(40 * HOUR_MS);
  await reconcile(shop.deps);
  expect(await lineOf(shop, "webhooks")).toMatch(/^ok: The last one arrived 40 hours ago/);
});

test("what any stranger can send is no alarm, however much of it", async () => {
  const shop = await openShop();
  for (let n = 0; n < 300; n++) {
    const body = n % 2 ? eventBody({ id: `evt_forged_${n}` }) : `{"id": "evt_${n}", nonsense`;
    expect((await postWebhook(shop, body, signed(body, WRONG))).status).toBe(400);
  }
  shop.clock.advance(HOUR_MS);
  await reconcile(shop.deps);
  expect(await troubleOf(shop)).toEqual({});
});

test("a wrong secret is reported when the provider's own events are missed", async () => {
  const shop = await shopWithoutWebhooks();
  await pay(shop, shop.browser, { products: [shop.pack] });
  await sendSigned(shop, WRONG);
  await reconcile(shop.deps);
  await shop.settle();
  shop.clock.advance(12 * MINUTE_MS);
  expect(await lineOf(shop, "webhooks")).toMatch(/^bad: .* signature doesn't match/);
  await shop.simulator.control.webhooks.flush();
  expect(await lineOf(shop, "webhooks")).toMatch(/^ok/);
});

test("events that no webhook brings are told after a while, and taken back when they come", async () => {
  const shop = await shopWithoutWebhooks();
  await pay(shop, shop.browser, { products: [shop.pack] });
  await reconcile(shop.deps);
  expect(eventsOf(shop).map(({ missedAt }) => missedAt)).toEqual(
    eventsOf(shop).map(() => shop.clock.now()),
  );
  // The webhooks may still be in transit.
  expect(await lineOf(shop, "webhooks")).toMatch(/^unknown/);
  shop.clock.advance(11 * MINUTE_MS);
  expect(await lineOf(shop, "webhooks")).toMatch(
    /^bad: The provider has \d+ events? that didn't arrive by webhook \(.*checkout.session.completed.*\)/,
  );
  await shop.simulator.control.webhooks.flush();
  expect(eventsOf(shop).every(({ missedAt }) => missedAt === null)).toBe(true);
  expect(await lineOf(shop, "webhooks")).toMatch(/^ok/);
});

test("where only some kinds of events arrive, that is worth a look", async () => {
  const shop = await shopWithoutWebhooks();
  await pay(shop, shop.browser, { products: [shop.pack] });
  await reconcile(shop.deps);
  shop.clock.advance(11 * MINUTE_MS);
  shop.simulator.control.webhooks.mode = "normal";
  await buy(shop, shop.browser, { products: [shop.book] });
  expect(await lineOf(shop, "webhooks")).toMatch(/^warn: .* others did/);
  shop.clock.advance(25 * HOUR_MS);
  expect(await lineOf(shop, "webhooks")).toMatch(/^ok/);
});

test("what happened before this store was started, its webhooks need not have brought", async () => {
  const shop = await shopWithoutWebhooks();
  await pay(shop, shop.browser, { products: [shop.pack] });
  shop.clock.advance(MINUTE_MS);
  shop.deps.watch.startedAt = shop.clock.now();
  await reconcile(shop.deps);
  shop.clock.advance(HOUR_MS);
  expect(await lineOf(shop, "webhooks")).toMatch(/^unknown/);
});

test("a shop without a secret is told that webhooks are off", async () => {
  const t = createTestApp();
  t.deps.config.stripe.webhookSecrets = [];
  expect(await lineOf(t, "webhooks")).toMatch(/^warn: No webhook secret is set/);
});
