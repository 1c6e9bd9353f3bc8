import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { createHarness, errorOf, line, onePack, packAndClub, SITE } from "./harness.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z") / 1000;
const HOUR = 3600;
const euros = line("Book", 999);
if (euros.price_data) euros.price_data.currency = "eur";

const withLine = (change: object) =>
  onePack({ line_items: [{ ...line("Pack", 3700), ...change }] });
const withPrice = (change: object) =>
  withLine({ price_data: { ...line("Pack", 3700).price_data, ...change } });
const PRICE = "line_items[0][price_data]";

test.each([
  ["no lines", onePack({ line_items: [] }), "line_items"],
  ["no success URL", onePack({ success_url: undefined }), "success_url"],
  ["a relative URL", onePack({ success_url: "/thanks" }), "success_url"],
  ["a script URL", onePack({ cancel_url: "javascript:alert(1)" }), "cancel_url"],
  ["a bad email", onePack({ customer_email: "anna" }), "customer_email"],
  ["an empty email", onePack({ customer_email: "" }), "customer_email"],
  ["29 minutes", onePack({ expires_at: NOW + 29 * 60 }), "expires_at"],
  ["25 hours", onePack({ expires_at: NOW + 25 * HOUR }), "expires_at"],
  ["no quantity", withLine({ quantity: undefined }), "line_items[0][quantity]"],
  ["two of one product", withLine({ quantity: 2 }), "line_items[0][quantity]"],
  ["a price of the catalogue", withLine({ price: "price_1" }), "line_items[0][price]"],
  ["half a cent", withPrice({ unit_amount: 0.5 }), `${PRICE}[unit_amount]`],
  ["a negative price", withPrice({ unit_amount: -1 }), `${PRICE}[unit_amount]`],
  ["a price of too much", withPrice({ unit_amount: 100_000_000 }), `${PRICE}[unit_amount]`],
  ["no currency", withPrice({ currency: "dollar" }), `${PRICE}[currency]`],
  ["an unknown currency", withPrice({ currency: "xyz" }), `${PRICE}[currency]`],
  ["a third decimal", withPrice({ currency: "kwd", unit_amount: 3705 }), `${PRICE}[unit_amount]`],
  ["too few kroner", withPrice({ currency: "nok", unit_amount: 299 }), undefined],
  ["no name", withPrice({ product_data: { name: "" } }), `${PRICE}[product_data][name]`],
  ["a week", withPrice({ recurring: { interval: "week" } }), `${PRICE}[recurring][interval]`],
  ["too small a total", onePack({ line_items: [line("Pack", 49)] }), undefined],
  ["a recurring line in payment mode", packAndClub({ mode: "payment" }), "mode"],
  ["no recurring line in subscription mode", onePack({ mode: "subscription" }), "mode"],
  [
    "two intervals",
    packAndClub({ line_items: [line("Club", 999, "month"), line("Year", 999, "year")] }),
    "line_items",
  ],
  ["two currencies", onePack({ line_items: [line("Pack", 3700), euros] }), "line_items"],
  ["a long note", onePack({ metadata: { note: "x".repeat(501) } }), "metadata[note]"],
  ["a discount", onePack({ discounts: [{ coupon: "x" }] }), "discounts"],
  [
    "payment data in subscription mode",
    packAndClub({ payment_intent_data: { metadata: { a: "1" } } }),
    "payment_intent_data",
  ],
  [
    "subscription data in payment mode",
    onePack({ subscription_data: { metadata: { a: "1" } } }),
    "subscription_data",
  ],
] satisfies [string, Stripe.Checkout.SessionCreateParams, string | undefined][])(
  "a session with %s is refused and nothing is stored",
  async (_name, params, param) => {
    const { control, kept, stripe } = createHarness();
    const error = await errorOf(stripe.checkout.sessions.create(params));
    expect(error).toMatchObject({ type: "StripeInvalidRequestError", statusCode: 400 });
    expect(error.param).toBe(param);
    expect(control.sessions()).toEqual([]);
    expect(kept("product")).toEqual([]);
  },
);

test("a session that is not open can be neither ended nor paid", async () => {
  const { control, received, stripe } = createHarness();
  const { id } = await stripe.checkout.sessions.create(onePack());
  expect(await stripe.checkout.sessions.expire(id)).toMatchObject({
    status: "expired",
    url: null,
    payment_status: "unpaid",
  });
  const error = await errorOf(stripe.checkout.sessions.expire(id));
  expect(error.message).toMatch(/status of expired/);
  expect((await control.pay(id)).kind).toBe("closed");
  await control.idle();
  expect(received).toMatchObject([{ type: "checkout.session.expired", data: { object: { id } } }]);
});

test("a new session is open and unpaid, and shows its lines only when asked", async () => {
  const { stripe } = createHarness();
  const session = await stripe.checkout.sessions.create(
    onePack({
      client_reference_id: "K7M2",
      customer_email: "anna@example.com",
      metadata: { order_id: "1" },
      line_items: [line("Pack", 3700), line("Workbook", 1998)],
    }),
  );
  expect(session).toMatchObject({
    amount_total: 5698,
    client_reference_id: "K7M2",
    created: NOW,
    customer_details: { email: "anna@example.com", name: null },
    customer_email: "anna@example.com",
    expires_at: NOW + 24 * HOUR,
    metadata: { order_id: "1" },
    payment_intent: null,
    payment_status: "unpaid",
    status: "open",
    url: `${SITE}/demo/pay/${session.id}`,
  });
  expect(session.id).toMatch(/^cs_test_\w{58}$/);
  const expand = ["line_items.data.price.product"];
  const shown = await stripe.checkout.sessions.retrieve(session.id, { expand });
  expect(shown.line_items).toMatchObject({
    has_more: false,
    data: [
      {
        description: "Pack",
        amount_total: 3700,
        price: { product: { name: "Pack", metadata: { product_id: "pack" } } },
      },
      { description: "Workbook", price: { product: { metadata: { product_id: "workbook" } } } },
    ],
  });
  // What is expanded in an answer is not stored so.
  expect(await stripe.checkout.sessions.retrieve(session.id)).toEqual(session);
});

test("an open session expires by the clock, a paid one does not", async () => {
  const { advance, control, stripe, types } = createHarness();
  const create = () => stripe.checkout.sessions.create(onePack({ expires_at: NOW + 1800 }));
  const [open, paid] = [await create(), await create()];
  await control.pay(paid.id);
  const statuses = async () =>
    (await stripe.checkout.sessions.list()).data.map(({ status }) => status).toReversed();
  advance(1799);
  expect(await statuses()).toEqual(["open", "complete"]);
  advance(1);
  expect(await statuses()).toEqual(["expired", "complete"]);
  await control.idle();
  expect(types().filter((type) => type === "checkout.session.expired")).toHaveLength(1);
  expect(open.status).toBe("open");
});

describe("a property", () => {
  test.each([
    ["status", "This property cannot be expanded (status)."],
    ["nothing", "This property cannot be expanded (nothing)."],
    ["custom_text", "This property cannot be expanded (custom_text)."],
    ["line_items.data.price.product.default_price", "You cannot expand more than 4 levels"],
  ])("%s cannot be expanded", async (path, message) => {
    const { stripe } = createHarness();
    const { id } = await stripe.checkout.sessions.create(onePack());
    const error = await errorOf(stripe.checkout.sessions.retrieve(id, { expand: [path] }));
    expect(error).toMatchObject({ statusCode: 400, message: expect.stringContaining(message) });
  });

  test("is expanded inside a list, where it may be null; ten lines are shown at most", async () => {
    const { control, stripe } = createHarness();
    const paid = await stripe.checkout.sessions.create(onePack());
    const line_items = Array.from({ length: 11 }, (_line, n) => line(`Pack ${n}`, 100));
    await stripe.checkout.sessions.create(onePack({ line_items }));
    await control.pay(paid.id);
    const expand = ["data.payment_intent", "data.line_items"];
    const { data } = await stripe.checkout.sessions.list({ expand });
    expect(data).toMatchObject([
      { payment_intent: null, line_items: { has_more: true } },
      { payment_intent: { object: "payment_intent" }, line_items: { has_more: false } },
    ]);
    expect(data[0]?.line_items?.data).toHaveLength(10);
  });
});

describe("a list", () => {
  /** Sessions a minute apart, each named by its number. */
  async function withSessions(count: number) {
    const harness = createHarness();
    for (let n = 0; n < count; n += 1) {
      await harness.stripe.checkout.sessions.create(onePack({ client_reference_id: `${n}` }));
      harness.advance(60);
    }
    const { list } = harness.stripe.checkout.sessions;
    const ask = list.bind(harness.stripe.checkout.sessions);
    const namesOf = (sessions: Stripe.Checkout.Session[]) =>
      sessions.map((session) => Number(session.client_reference_id));
    return { ...harness, ask, namesOf };
  }

  test.each([
    [{ limit: 0 }, "limit"],
    [{ limit: 101 }, "limit"],
    [{ starting_after: "cs_none" }, "starting_after"],
    [{ created: { gte: Number.NaN } }, "created[gte]"],
    [{ customer: "cus_1" }, "customer"],
  ])("with %j is refused", async (params, param) => {
    const { ask } = await withSessions(1);
    const error = await errorOf(ask(params).then((list) => list));
    expect(error).toMatchObject({ statusCode: 400, param });
  });

  test.each([
    [{}, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1], true],
    [{ limit: 11 }, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0], false],
    [{ created: { gte: NOW + 9 * 60 } }, [10, 9], false],
    [{ created: { lte: NOW + 60 } }, [1, 0], false],
    [{ created: { gte: NOW + 60, lte: NOW + 60 } }, [1], false],
    [{ payment_intent: "pi_none" }, [], false],
    [{ subscription: "sub_none" }, [], false],
  ])("with %j has the newest first: %j", async (params, names, hasMore) => {
    const { ask, namesOf } = await withSessions(11);
    const { data, has_more } = await ask(params);
    expect([namesOf(data), has_more]).toEqual([names, hasMore]);
  });

  test("is narrowed by payment", async () => {
    const { ask, control, namesOf } = await withSessions(3);
    for (const { id } of control.sessions()) await control.pay(id);
    const payment_intent = String(control.sessions()[1]?.payment_intent);
    expect(namesOf((await ask({ payment_intent })).data)).toEqual([1]);
  });
});
