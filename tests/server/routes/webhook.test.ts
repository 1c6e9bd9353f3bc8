import { describe, expect, test } from "vitest";
import { createTestApp } from "../../support/create-test-app.ts";
import { eventsOf, ordersOf } from "../../support/money.ts";
import { TEST_SHOP } from "../../support/settings.ts";
import { buy, openShop, pay, type Shop } from "../../support/shop.ts";
import { skipPauses } from "../../support/skip-pauses.ts";
import { eventBody, postWebhook, SECRET, signed } from "../../support/webhooks.ts";

skipPauses();

const BODY = eventBody();
const EVENT: Record<string, unknown> = JSON.parse(BODY);

describe("refused", () => {
  test.each<[string, string, Record<string, string>]>([
    ["a body without a signature", BODY, {}],
    ["a signature that is no signature", BODY, { "Stripe-Signature": "v1=abc" }],
    ["a signature by another secret", BODY, signed(BODY, { secret: "whsec_x" })],
    ["a signature from over five minutes ago", BODY, signed(BODY, { ageSeconds: 310 })],
    ["a signature from over five minutes ahead", BODY, signed(BODY, { ageSeconds: -310 })],
    ["the signature of another body", BODY, signed(eventBody({ id: "evt_2" }))],
    ["a body with a space more", `${BODY} `, signed(BODY)],
    ["an empty body", "", signed(BODY)],
    ["signed text that is no JSON", "no json", signed("no json")],
  ])("%s", async (_name, body, headers) => {
    const t = createTestApp();
    const response = await postWebhook(t, body, headers);
    const message = "The signature isn't valid.";
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "invalid", message });
    expect([eventsOf(t), t.simulator.control.requests()]).toEqual([[], []]);
  });

  const about = (object: unknown, type = EVENT["type"]) => ({ ...EVENT, type, data: { object } });
  const numbered = { parent: { subscription_details: { subscription: 5 } } };
  test.each<unknown>([
    null,
    {},
    5,
    "event",
    { ...EVENT, data: undefined },
    { ...EVENT, data: {} },
    about(null),
    about([]),
    about("cs_test_1"),
    { ...EVENT, id: 5 },
    { ...EVENT, id: undefined },
    { ...EVENT, id: "" },
    { ...EVENT, type: ["checkout.session.completed"] },
    { ...EVENT, object: "checkout.session" },
    { ...EVENT, object: "v2.core.event" },
    about({ object: "checkout.session" }),
    about({ id: 5 }),
    about({ payment_intent: 5 }, "charge.refunded"),
    about({ id: {} }, "customer.subscription.updated"),
    about(numbered, "invoice.paid"),
    [[]],
  ])("signed text that is no whole event: %j", async (event) => {
    const t = createTestApp();
    const body = JSON.stringify(event);
    const response = await postWebhook(t, body, signed(body));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "invalid" });
    expect(eventsOf(t)).toEqual([]);
    expect(t.logged.filter((line) => Number(line["level"]) >= 40)).toEqual([]);
  });

  test("any event while no secret is set", async () => {
    const t = createTestApp({ env: { ...TEST_SHOP, DEMO: "0" } });
    for (const secret of [SECRET, "x", "undefined"]) {
      expect((await postWebhook(t, BODY, signed(BODY, { secret }))).status).toBe(503);
    }
    expect(eventsOf(t)).toEqual([]);
  });

  test("a body past one megabyte, signed or not", async () => {
    const t = createTestApp();
    const huge = eventBody({ object: { id: "cs_test_huge", filler: "x".repeat(1024 * 1024) } });
    for (const body of [huge, new Blob([huge]).stream()]) {
      const response = await postWebhook(t, body, signed(huge));
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ code: "too_large" });
    }
    expect(eventsOf(t)).toEqual([]);
  });

  test("every secret but the two, while the secret is changed", async () => {
    const t = createTestApp({ env: { STRIPE_WEBHOOK_SECRET: "whsec_old, whsec_new" } });
    const statusBy = async (secret: string, id: string) => {
      const body = eventBody({ id });
      return (await postWebhook(t, body, signed(body, { secret }))).status;
    };
    for (const secret of ["whsec_other", "whsec_old, whsec_new", "whsec_old,whsec_new"]) {
      expect(await statusBy(secret, "evt_3")).toBe(400);
    }
    expect([await statusBy("whsec_old", "evt_1"), await statusBy("whsec_new", "evt_2")]).toEqual([
      200, 200,
    ]);
    expect(eventsOf(t)).toHaveLength(2);
  });
});

test("a signed event is kept as it was sent, before it is handled", async () => {
  const t = createTestApp();
  const response = await postWebhook(t, BODY, signed(BODY));
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ received: true });
  const sent = { eventId: "evt_test_1", type: EVENT["type"], objectId: "cs_test_none" };
  expect(eventsOf(t)).toMatchObject([{ ...sent, payload: BODY, handledAt: null, attempts: 0 }]);
  expect(t.simulator.control.requests()).toEqual([]);
});

describe("kept and handled, and changing nothing, is an event", () => {
  test.each([["payment_intent.succeeded"], ["invoice.paid"], ["something.not.invented.yet"]])(
    "of the type %s",
    async (type) => {
      const shop = await openShop();
      shop.simulator.control.webhooks.mode = "drop";
      const objectId = await pay(shop, shop.browser, { products: [shop.pack] });
      const body = eventBody({ type, objectId });
      const asked = shop.simulator.control.requests().length;
      expect((await postWebhook(shop, body, signed(body))).status).toBe(200);
      await shop.settle();
      const handled = { type, handledAt: shop.clock.now(), attempts: 1, lastError: null };
      expect(eventsOf(shop)).toMatchObject([handled]);
      expect(ordersOf(shop)).toMatchObject([{ status: "open" }]);
      expect(shop.simulator.control.requests()).toHaveLength(asked);
    },
  );

  test.each([
    [{ type: "balance.available", object: { object: "balance" } }, null],
    [{ objectId: "cs_test_of_another_shop" }, "cs_test_of_another_shop"],
  ])("about what the shop has not: %j", async (event, objectId) => {
    const shop = await openShop();
    await buy(shop, shop.browser, { products: [shop.pack] });
    const before = ordersOf(shop);
    const body = eventBody(event);
    expect((await postWebhook(shop, body, signed(body))).status).toBe(200);
    await shop.settle();
    expect(ordersOf(shop)).toEqual(before);
    const handled = { objectId, handledAt: shop.clock.now(), lastError: null };
    expect(eventsOf(shop).at(-1)).toMatchObject(handled);
  });
});

async function report(shop: Shop, event: Parameters<typeof eventBody>[0]) {
  const body = eventBody(event);
  expect((await postWebhook(shop, body, signed(body))).status).toBe(200);
}

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
