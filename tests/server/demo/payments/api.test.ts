import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { decodeForm } from "../../../../server/demo/payments/requests.ts";
import { createHarness, errorOf, line, onePack, packAndClub, SECRET_KEY, SITE } from "./harness.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z") / 1000;
const KEY = { idempotencyKey: "click-1" };

test.each([
  ["/v1/refunds", "Bearer sk_test_x", 401, "Invalid API Key provided."],
  ["/v1/coupons", `Bearer ${SECRET_KEY}`, 404, "Unrecognized request URL (GET: /v1/coupons)."],
])("%s with %s is refused", async (path, key, status, message) => {
  const { simulator } = createHarness();
  const answer = await simulator.api.request(path, { headers: { Authorization: key } });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toEqual({ error: { type: "invalid_request_error", message } });
});

test("an unknown id is missing", async () => {
  const { stripe } = createHarness();
  for (const call of [
    stripe.checkout.sessions.retrieve("cs_none"),
    stripe.refunds.create({ payment_intent: "pi_none" }),
    stripe.subscriptions.retrieve("sub_none"),
  ]) {
    expect(await errorOf(call)).toMatchObject({ code: "resource_missing", statusCode: 404 });
  }
});

test("a form's keys reach no object's prototype", () => {
  decodeForm("__proto__[polluted]=yes&constructor[prototype][polluted]=yes");
  expect("polluted" in {}).toBe(false);
});

describe("an idempotency key", () => {
  test("gets the first response again, for a day", async () => {
    const { advance, control, stripe } = createHarness();
    const first = await stripe.checkout.sessions.create(onePack(), KEY);
    await control.pay(first.id);
    expect(await stripe.checkout.sessions.create(onePack(), KEY)).toEqual(first);
    const other = stripe.checkout.sessions.create(packAndClub(), KEY);
    expect(await errorOf(other)).toMatchObject({ type: "StripeIdempotencyError", statusCode: 400 });
    advance(24 * 3600);
    expect((await stripe.checkout.sessions.create(onePack(), KEY)).id).not.toBe(first.id);
  });

  test("can be used again after a refusal", async () => {
    const { stripe } = createHarness();
    const tooSmall = onePack({ line_items: [line("Pack", 49)] });
    expect(await errorOf(stripe.checkout.sessions.create(tooSmall, KEY))).toMatchObject({
      statusCode: 400,
      message: "The total amount due must add up to at least $0.50",
    });
    expect(await stripe.checkout.sessions.create(onePack(), KEY)).toMatchObject({ status: "open" });
  });
});

describe("a session", () => {
  test("is open and unpaid at first, and shows its lines on request", async () => {
    const { stripe } = createHarness();
    const session = await stripe.checkout.sessions.create(
      onePack({
        customer_email: "anna@example.com",
        metadata: { order_id: "1" },
        line_items: [line("Pack", 3700), line("Workbook", 1998)],
      }),
    );
    expect(session).toMatchObject({
      amount_total: 5698,
      customer_details: { email: "anna@example.com", name: null },
      expires_at: NOW + 24 * 3600,
      metadata: { order_id: "1" },
      payment_status: "unpaid",
      status: "open",
      url: `${SITE}/demo/pay/${session.id}`,
    });
    const expand = ["line_items.data.price.product"];
    const shown = await stripe.checkout.sessions.retrieve(session.id, { expand });
    expect(shown.line_items?.data).toMatchObject([
      { amount_total: 3700, price: { product: { metadata: { product_id: "pack" } } } },
      { description: "Workbook", price: { product: { name: "Workbook" } } },
    ]);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toEqual(session);
  });

  test("expires on request or by the clock, unless it is paid", async () => {
    const { advance, control, stripe, types } = createHarness();
    const create = () => stripe.checkout.sessions.create(onePack({ expires_at: NOW + 1800 }));
    const [paid, ended] = [await create(), await create(), await create()];
    await control.pay(paid.id);
    await stripe.checkout.sessions.expire(ended.id);
    expect((await errorOf(stripe.checkout.sessions.expire(ended.id))).statusCode).toBe(400);
    advance(1800);
    const { data } = await stripe.checkout.sessions.list();
    expect(data.map(({ status }) => status)).toEqual(["expired", "expired", "complete"]);
    await control.idle();
    expect(types().filter((type) => type === "checkout.session.expired")).toHaveLength(2);
  });

  test.each([
    [{}, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1], true],
    [{ limit: 11 }, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0], false],
    [{ created: { gte: NOW + 60, lte: NOW + 120 } }, [2, 1], false],
    [{ payment_intent: "pi_none" }, [], false],
  ])("is listed with %j newest first: %j", async (params, names, hasMore) => {
    const { advance, stripe } = createHarness();
    for (let n = 0; n < 11; n += 1) {
      await stripe.checkout.sessions.create(onePack({ metadata: { n: `${n}` } }));
      advance(60);
    }
    const { data, has_more } = await stripe.checkout.sessions.list(params);
    const nameOf = ({ metadata }: Stripe.Checkout.Session) => Number(metadata?.["n"]);
    expect([data.map(nameOf), has_more]).toEqual([names, hasMore]);
  });
});

describe("a refund", () => {
  test.each([
    ["charge_already_refunded", "4242424242424242", "refund"],
    ["charge_disputed", "4242424242424242", "dispute"],
    ["charge_not_refundable", "4000000000003220", undefined],
  ] as const)("is refused with %s", async (code, card, before) => {
    const { control, stripe } = createHarness();
    const { id } = await stripe.checkout.sessions.create(onePack());
    await control.pay(id, { card });
    if (before) control[before](id);
    const payment_intent = String(control.sessions()[0]?.payment_intent);
    expect((await errorOf(stripe.refunds.create({ payment_intent }))).code).toBe(code);
  });

  test("of a line leaves the rest, which the next one takes", async () => {
    const { control, received, stripe } = createHarness();
    await control.pay((await stripe.checkout.sessions.create(onePack())).id);
    await control.idle();
    received.length = 0;
    const payment_intent = String(control.sessions()[0]?.payment_intent);
    const metadata = { product_id: "1" };
    const part = await stripe.refunds.create({ payment_intent, amount: 1000, metadata });
    expect(part).toMatchObject({ amount: 1000, metadata, status: "succeeded" });
    const tooMuch = stripe.refunds.create({ payment_intent, amount: 2701 });
    expect((await errorOf(tooMuch)).statusCode).toBe(400);
    const rest = await stripe.refunds.create({ payment_intent });
    await control.idle();
    const listed = await stripe.refunds.list({ payment_intent });
    expect(listed.data.map(({ id }) => id)).toEqual([rest.id, part.id]);
    expect(received).toMatchObject([
      { type: "refund.created", data: { object: { id: part.id } } },
      { type: "charge.refunded", data: { object: { amount_refunded: 1000, refunded: false } } },
      { type: "refund.created", data: { object: { id: rest.id, amount: 2700 } } },
      { type: "charge.refunded", data: { object: { amount_refunded: 3700, refunded: true } } },
    ]);
  });
});
