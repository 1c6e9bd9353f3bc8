import { expect, test } from "vitest";
import {
  createHarness,
  errorOf,
  line,
  onePack,
  packAndClub,
  SECRET_KEY,
  stripeFor,
} from "./harness.ts";

const HEADERS = { Authorization: `Bearer ${SECRET_KEY}` };

test.each([
  { name: "no key", headers: {}, message: /did not provide an API key/ },
  {
    name: "a wrong key",
    headers: { Authorization: "Bearer sk_test_wrongwrongwrong" },
    message: /^Invalid API Key provided: sk_test_\*+rong$/,
  },
  {
    name: "basic instead of bearer",
    headers: { Authorization: `Basic ${btoa(`${SECRET_KEY}:`)}` },
    message: /did not provide an API key/,
  },
])("$name is answered with 401", async ({ headers, message }) => {
  const { simulator } = createHarness();

  const response = await simulator.api.request("/v1/refunds", {
    headers: new Headers(Object.entries(headers)),
  });

  expect(response.status).toBe(401);
  expect(response.headers.get("Request-Id")).toMatch(/^req_\w{14}$/);
  expect(await response.json()).toEqual({
    error: { type: "invalid_request_error", message: expect.stringMatching(message) },
  });
});

test("the SDK turns a wrong key into its authentication error", async () => {
  const { simulator } = createHarness();

  const error = await errorOf(stripeFor(simulator.fetch, { key: "sk_test_other" }).refunds.list());

  expect(error).toMatchObject({ type: "StripeAuthenticationError", statusCode: 401 });
});

test.each([
  ["GET", "/v1/coupons"],
  ["DELETE", "/v1/subscriptions/sub_1"],
  ["POST", "/v2/core/events"],
])("%s %s is an unknown path", async (method, path) => {
  const { simulator } = createHarness();

  const response = await simulator.api.request(path, { method, headers: HEADERS });

  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({
    error: {
      type: "invalid_request_error",
      message: expect.stringContaining(`Unrecognized request URL (${method}: ${path})`),
    },
  });
});

test("another API version than the SDK's is refused", async () => {
  const { simulator } = createHarness();

  const response = await simulator.api.request("/v1/refunds", {
    headers: { ...HEADERS, "Stripe-Version": "2020-08-27" },
  });

  expect(response.status).toBe(400);
});

const UNKNOWN = {
  "checkout session": (h) => h.stripe.checkout.sessions.retrieve("cs_test_none"),
  "session to expire": (h) => h.stripe.checkout.sessions.expire("cs_test_none"),
  "payment to refund": (h) => h.stripe.refunds.create({ payment_intent: "pi_none" }),
  subscription: (h) => h.stripe.subscriptions.retrieve("sub_none"),
} satisfies Record<string, (h: ReturnType<typeof createHarness>) => Promise<unknown>>;

test.each(Object.entries(UNKNOWN))("an unknown %s is 404 resource_missing", async (_name, call) => {
  const error = await errorOf(call(createHarness()));

  expect(error).toMatchObject({
    type: "StripeInvalidRequestError",
    code: "resource_missing",
    statusCode: 404,
    message: expect.stringMatching(/^No such [a-z_.]+: '\w+_none'$/),
    doc_url: "https://stripe.com/docs/error-codes/resource-missing",
  });
  expect(error.param).toBeTruthy();
});

const HOUR = 3600;
const at = (hours: number) => Math.floor(Date.parse("2026-11-21T12:00:00Z") / 1000 + hours * HOUR);
const priceData = { currency: "usd", unit_amount: 3700, product_data: { name: "Pack" } };

test.each([
  ["no lines", onePack({ line_items: [] }), "parameter_missing", "line_items"],
  ["no success URL", onePack({ success_url: undefined }), "parameter_missing", "success_url"],
  ["a relative URL", onePack({ success_url: "/thanks" }), "url_invalid", "success_url"],
  ["a script URL", onePack({ cancel_url: "javascript:alert(1)" }), "url_invalid", "cancel_url"],
  ["a bad email", onePack({ customer_email: "anna" }), "email_invalid", "customer_email"],
  ["an empty email", onePack({ customer_email: "" }), "parameter_invalid_empty", "customer_email"],
  ["a session of 29 minutes", onePack({ expires_at: at(29 / 60) }), undefined, "expires_at"],
  ["a session of 25 hours", onePack({ expires_at: at(25) }), undefined, "expires_at"],
  [
    "no quantity",
    onePack({ line_items: [{ price_data: priceData }] }),
    "parameter_missing",
    "line_items[0][quantity]",
  ],
  [
    "two of one product",
    onePack({ line_items: [{ price_data: priceData, quantity: 2 }] }),
    undefined,
    "line_items[0][quantity]",
  ],
  [
    "a quantity of 0",
    onePack({ line_items: [{ price_data: priceData, quantity: 0 }] }),
    "parameter_invalid_integer",
    "line_items[0][quantity]",
  ],
  [
    "half a cent",
    onePack({ line_items: [{ price_data: { ...priceData, unit_amount: 0.5 }, quantity: 1 }] }),
    "parameter_invalid_integer",
    "line_items[0][price_data][unit_amount]",
  ],
  [
    "no product name",
    onePack({
      line_items: [{ price_data: { ...priceData, product_data: { name: "" } }, quantity: 1 }],
    }),
    "parameter_invalid_empty",
    "line_items[0][price_data][product_data][name]",
  ],
  [
    "a price of the catalogue",
    onePack({ line_items: [{ price: "price_none", quantity: 1 }] }),
    "parameter_unknown",
    "line_items[0][price]",
  ],
  [
    "a weekly line",
    packAndClub({
      line_items: [{ price_data: { ...priceData, recurring: { interval: "week" } }, quantity: 1 }],
    }),
    undefined,
    "line_items[0][price_data][recurring][interval]",
  ],
  [
    "a negative price",
    onePack({ line_items: [line("Pack", -1)] }),
    "parameter_invalid_integer",
    "line_items[0][price_data][unit_amount]",
  ],
  [
    "a price of too much",
    onePack({ line_items: [line("Pack", 100_000_000)] }),
    "amount_too_large",
    "line_items[0][price_data][unit_amount]",
  ],
  [
    "a price in no currency",
    onePack({ line_items: [{ price_data: { ...priceData, currency: "dollar" }, quantity: 1 }] }),
    undefined,
    "line_items[0][price_data][currency]",
  ],
  ["too small a total", onePack({ line_items: [line("Pack", 49)] }), "amount_too_small", undefined],
  ["a recurring line in payment mode", packAndClub({ mode: "payment" }), undefined, "mode"],
  [
    "one-time lines only in subscription mode",
    onePack({ mode: "subscription" }),
    undefined,
    "mode",
  ],
  [
    "two rhythms",
    packAndClub({ line_items: [line("Club", 999, "month"), line("Year", 999, "year")] }),
    undefined,
    "line_items",
  ],
  [
    "two currencies",
    onePack({
      line_items: [
        line("Pack", 3700),
        { price_data: { ...priceData, currency: "eur" }, quantity: 1 },
      ],
    }),
    undefined,
    "line_items",
  ],
  [
    "a metadata value of 501 characters",
    onePack({ metadata: { note: "x".repeat(501) } }),
    undefined,
    "metadata[note]",
  ],
  ["a discount", onePack({ discounts: [{ coupon: "x" }] }), "parameter_unknown", "discounts"],
  [
    "payment data in subscription mode",
    packAndClub({ payment_intent_data: { metadata: { a: "1" } } }),
    undefined,
    "payment_intent_data",
  ],
  [
    "subscription data in payment mode",
    onePack({ subscription_data: { metadata: { a: "1" } } }),
    undefined,
    "subscription_data",
  ],
  ["a customer", onePack({ customer: "cus_1" }), "parameter_unknown", "customer"],
])("a session with %s is refused and nothing is stored", async (_name, params, code, param) => {
  const { control, kept, stripe } = createHarness();

  const error = await errorOf(stripe.checkout.sessions.create(params));

  expect(error).toMatchObject({ type: "StripeInvalidRequestError", statusCode: 400 });
  expect(error.code).toBe(code);
  expect(error.param).toBe(param);
  expect(control.sessions()).toEqual([]);
  expect(kept("product")).toEqual([]);
});

test("a parameter Stripe does not have is refused by name", async () => {
  const { simulator } = createHarness();

  const response = await simulator.api.request("/v1/refunds", {
    method: "POST",
    headers: HEADERS,
    body: new URLSearchParams({ amount: "1", "metadata[id]": "1", colour: "red" }).toString(),
  });

  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: {
      code: "parameter_unknown",
      message: "Received unknown parameter: colour",
      param: "colour",
    },
  });
});
