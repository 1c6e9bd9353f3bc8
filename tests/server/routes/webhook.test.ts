import { describe, expect, test } from "vitest";
import { changes, emails, orderItems, orders, webhookEvents } from "../../../db/schema.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { buy, openShop, pay } from "../../support/shop.ts";
import { eventBody, postWebhook, SECRET, signed, WEBHOOK } from "../../support/webhooks.ts";

const BODY = eventBody();
const EVENT: Record<string, unknown> = JSON.parse(BODY);

describe("refused", () => {
  const cases: [string, { body: string; headers: Record<string, string> }][] = [
    ["a body without a signature", { body: BODY, headers: {} }],
    ["an empty signature", { body: BODY, headers: { "Stripe-Signature": "" } }],
    ["a signature that is no signature", { body: BODY, headers: { "Stripe-Signature": "v1=abc" } }],
    ["a signature by another secret", { body: BODY, headers: signed(BODY, { secret: "whsec_x" }) }],
    [
      "a signature from ten minutes ago",
      { body: BODY, headers: signed(BODY, { ageSeconds: 600 }) },
    ],
    [
      "a signature from an hour ahead",
      { body: BODY, headers: signed(BODY, { ageSeconds: -3600 }) },
    ],
    ["the signature of another body", { body: BODY, headers: signed(eventBody({ id: "evt_2" })) }],
    [
      "a body altered by one byte",
      { body: BODY.replace("evt_test_1", "evt_test_2"), headers: signed(BODY) },
    ],
    ["a body with a space more", { body: `${BODY} `, headers: signed(BODY) }],
    ["an empty body", { body: "", headers: signed(BODY) }],
    ["signed text that is no JSON", { body: "no json", headers: signed("no json") }],
  ];
  test.each(cases)("%s", async (_name, { body, headers }) => {
    const t = createTestApp();
    const response = await postWebhook(t, body, headers);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: "invalid",
      message: "The signature is not valid.",
    });
    expect(t.db.select().from(webhookEvents).all()).toEqual([]);
    expect(t.simulator.control.requests()).toEqual([]);
  });

  const NO_EVENTS: [string, unknown][] = [
    ["null", null],
    ["an empty object", {}],
    ["a list", []],
    ["a number", 5],
    ["a text", "event"],
    ["no data", { ...EVENT, data: undefined }],
    ["no data.object", { ...EVENT, data: {} }],
    ["null as data.object", { ...EVENT, data: { object: null } }],
    ["a list as data.object", { ...EVENT, data: { object: [] } }],
    ["a text as data.object", { ...EVENT, data: { object: "cs_test_1" } }],
    ["a number as its id", { ...EVENT, id: 5 }],
    ["no id", { ...EVENT, id: undefined }],
    ["an empty id", { ...EVENT, id: "" }],
    ["a list as its type", { ...EVENT, type: ["checkout.session.completed"] }],
    ["another object", { ...EVENT, object: "checkout.session" }],
    ["an event of the other kind", { ...EVENT, object: "v2.core.event" }],
    ["a session without an id", { ...EVENT, data: { object: { object: "checkout.session" } } }],
    ["a session whose id is a number", { ...EVENT, data: { object: { id: 5 } } }],
    [
      "a charge whose payment is a number",
      { ...EVENT, type: "charge.refunded", data: { object: { payment_intent: 5 } } },
    ],
    [
      "a subscription whose id is an object",
      { ...EVENT, type: "customer.subscription.updated", data: { object: { id: {} } } },
    ],
    [
      "an invoice whose subscription is a number",
      {
        ...EVENT,
        type: "invoice.paid",
        data: { object: { parent: { subscription_details: { subscription: 5 } } } },
      },
    ],
  ];
  test.each(NO_EVENTS)("signed text that is no whole event: %s", async (_name, event) => {
    const t = createTestApp();
    const body = JSON.stringify(event);
    const response = await postWebhook(t, body, signed(body));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "invalid" });
    expect(t.db.select().from(webhookEvents).all()).toEqual([]);
    expect(t.logged.filter((line) => Number(line["level"]) >= 40)).toEqual([]);
  });

  test("every single altered byte of an event", async () => {
    const t = createTestApp();
    const headers = signed(BODY);
    const statuses = new Set<number>();
    for (let at = 0; at < BODY.length; at++) {
      const other = BODY[at] === "x" ? "y" : "x";
      const altered = BODY.slice(0, at) + other + BODY.slice(at + 1);
      statuses.add((await postWebhook(t, altered, headers)).status);
    }
    expect([...statuses]).toEqual([400]);
    expect(t.db.select().from(webhookEvents).all()).toEqual([]);
  });

  test("any event while no secret is set", async () => {
    const t = createTestApp({
      env: {
        DEMO: "0",
        STRIPE_SECRET_KEY: "sk_test_of_the_shop",
        SMTP_URL: "smtp://127.0.0.1:2525",
        MAIL_FROM: "Shop <shop@example.com>",
        SUPPORT_EMAIL: "help@example.com",
      },
    });
    for (const secret of [SECRET, "", "undefined"]) {
      const response = await postWebhook(t, BODY, signed(BODY, { secret: secret || "x" }));
      expect(response.status).toBe(503);
    }
    expect(t.db.select().from(webhookEvents).all()).toEqual([]);
  });

  test("a body past one megabyte, signed or not", async () => {
    const t = createTestApp();
    const huge = eventBody({ object: { id: "cs_test_huge", filler: "x".repeat(1024 * 1024) } });
    const response = await postWebhook(t, huge, signed(huge));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: "too_large" });
    const streamed = new Blob([huge]).stream();
    expect((await postWebhook(t, streamed, signed(huge))).status).toBe(413);
    expect(t.db.select().from(webhookEvents).all()).toEqual([]);
  });

  test.each(["GET", "PUT", "DELETE", "PATCH"])("the method %s", async (method) => {
    const t = createTestApp();
    const response = await t.app.request(WEBHOOK, { method, headers: signed("") });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "not_found" });
  });
});

test("a signed event is kept as it was sent, before it is handled", async () => {
  const t = createTestApp();
  const response = await postWebhook(t, BODY, signed(BODY));
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ received: true });
  expect(t.db.select().from(webhookEvents).all()).toMatchObject([
    {
      eventId: "evt_test_1",
      type: "checkout.session.completed",
      objectId: "cs_test_none",
      payload: BODY,
      handledAt: null,
      attempts: 0,
    },
  ]);
  expect(t.simulator.control.requests()).toEqual([]);
});

test("the body counts, not what the sender calls its type", async () => {
  const t = createTestApp();
  const headers = {
    ...signed(BODY),
    "Content-Type": "text/plain",
    Origin: "https://elsewhere.example",
  };
  expect((await postWebhook(t, BODY, headers)).status).toBe(200);
});

test("while the secret is changed, either of two signs, and no other", async () => {
  const t = createTestApp({ env: { STRIPE_WEBHOOK_SECRET: "whsec_old, whsec_new" } });
  const statusBy = async (secret: string, id: string) => {
    const body = eventBody({ id });
    return (await postWebhook(t, body, signed(body, { secret }))).status;
  };
  expect(await statusBy("whsec_old", "evt_1")).toBe(200);
  expect(await statusBy("whsec_new", "evt_2")).toBe(200);
  for (const secret of ["whsec_other", "whsec_old, whsec_new", "whsec_old,whsec_new"]) {
    expect(await statusBy(secret, "evt_3")).toBe(400);
  }
  expect(t.db.select().from(webhookEvents).all()).toHaveLength(2);
});

test("the same event five times is one inbox row, one order and one mail", async () => {
  const shop = await openShop();
  const { simulator, db, mails, settle } = shop;
  simulator.control.webhooks.mode = "hold";
  await pay(shop, shop.browser, { products: [shop.pack] });
  const completed = simulator.control.events().find((e) => e.type === "checkout.session.completed");
  for (let i = 0; i < 5; i++) {
    const { status } = await simulator.control.webhooks.send(completed?.id ?? "");
    expect(status).toBe(200);
    await settle();
  }
  const rows = db.select().from(webhookEvents).all();
  expect(rows.map((row) => row.eventId)).toEqual([completed?.id]);
  expect(rows[0]).toMatchObject({ attempts: 1, lastError: null });
  expect(db.select().from(orders).all()).toMatchObject([{ status: "paid" }]);
  expect(db.select().from(emails).all()).toMatchObject([{ status: "sent" }]);
  expect(mails).toHaveLength(1);
});

test("every event of a purchase, five times each, shuffled and at once, delivers once", async () => {
  const shop = await openShop();
  shop.simulator.control.webhooks.mode = "hold";
  await pay(shop, shop.browser, { products: [shop.pack, shop.book] });
  const sent = await shop.simulator.control.webhooks.flush({
    times: 5,
    order: "shuffled",
    parallel: true,
  });
  expect(new Set(sent.map((delivery) => delivery.status))).toEqual(new Set([200]));
  await shop.settle();
  expect(shop.db.select().from(orders).all()).toMatchObject([{ status: "paid" }]);
  expect(shop.mails).toHaveLength(1);
  const granted = shop.db
    .select()
    .from(changes)
    .all()
    .filter((change) => change.tableName === "order_items" && change.action === "update");
  expect(granted).toHaveLength(2);
});

const UNKNOWN_TYPES = [
  "customer.created",
  "payment_intent.succeeded",
  "invoice.paid",
  "checkout.session",
  "something.nobody.has.invented.yet",
];
test.each(UNKNOWN_TYPES)("an event of the type %s is kept and changes nothing", async (type) => {
  const shop = await openShop();
  const sessionId = await pay({ ...shop, simulator: dropping(shop) }, shop.browser, {
    products: [shop.pack],
  });
  const body = eventBody({ type, objectId: sessionId });
  const asked = shop.simulator.control.requests().length;
  expect((await postWebhook(shop, body, signed(body))).status).toBe(200);
  await shop.settle();
  expect(shop.db.select().from(webhookEvents).all()).toMatchObject([
    { type, handledAt: shop.clock.now(), attempts: 1, lastError: null },
  ]);
  expect(shop.db.select().from(orders).all()).toMatchObject([{ status: "open" }]);
  expect(shop.simulator.control.requests()).toHaveLength(asked);
});

test("an event about nothing that has an id is kept and handled", async () => {
  const t = createTestApp();
  const body = eventBody({ type: "balance.available", object: { object: "balance" } });
  expect((await postWebhook(t, body, signed(body))).status).toBe(200);
  await t.settle();
  const [event] = t.db.select().from(webhookEvents).all();
  expect(event).toMatchObject({ objectId: null, handledAt: t.clock.now() });
});

test("an event for a session that the provider does not know changes nothing", async () => {
  const shop = await openShop();
  await buy(shop, shop.browser, { products: [shop.pack] });
  const before = shop.db.select().from(orders).all();
  const body = eventBody({ objectId: "cs_test_of_somebody_else" });
  await postWebhook(shop, body, signed(body));
  await shop.settle();
  expect(shop.db.select().from(orders).all()).toEqual(before);
  expect(shop.db.select().from(orderItems).all()).toHaveLength(1);
  const event = shop.db.select().from(webhookEvents).all().at(-1);
  expect(event).toMatchObject({ objectId: "cs_test_of_somebody_else", lastError: null });
  expect(event?.handledAt).not.toBeNull();
});

/** The simulator with its own webhooks switched off. */
function dropping({ simulator }: Awaited<ReturnType<typeof openShop>>) {
  simulator.control.webhooks.mode = "drop";
  return simulator;
}
