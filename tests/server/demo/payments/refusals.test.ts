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

  const response = await simulator.api.request("/v1/products", {
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

  const error = await errorOf(stripeFor(simulator.fetch, { key: "sk_test_other" }).products.list());

  expect(error).toMatchObject({ type: "StripeAuthenticationError", statusCode: 401 });
});

test.each([
  ["GET", "/v1/coupons"],
  ["DELETE", "/v1/products/prod_1"],
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

  const response = await simulator.api.request("/v1/products", {
    headers: { ...HEADERS, "Stripe-Version": "2020-08-27" },
  });

  expect(response.status).toBe(400);
});

const UNKNOWN = {
  "checkout session": (h) => h.stripe.checkout.sessions.retrieve("cs_test_none"),
  "lines of a session": (h) => h.stripe.checkout.sessions.listLineItems("cs_test_none"),
  "session to expire": (h) => h.stripe.checkout.sessions.expire("cs_test_none"),
  product: (h) => h.stripe.products.retrieve("prod_none"),
  "product to update": (h) => h.stripe.products.update("prod_none", { name: "New" }),
  price: (h) => h.stripe.prices.retrieve("price_none"),
  customer: (h) => h.stripe.customers.retrieve("cus_none"),
  "payment intent": (h) => h.stripe.paymentIntents.retrieve("pi_none"),
  charge: (h) => h.stripe.charges.retrieve("ch_none"),
  refund: (h) => h.stripe.refunds.retrieve("re_none"),
  "charge to refund": (h) => h.stripe.refunds.create({ charge: "ch_none" }),
  "payment to refund": (h) => h.stripe.refunds.create({ payment_intent: "pi_none" }),
  dispute: (h) => h.stripe.disputes.retrieve("dp_none"),
  "dispute to close": (h) => h.stripe.disputes.close("dp_none"),
  subscription: (h) => h.stripe.subscriptions.retrieve("sub_none"),
  "subscription to cancel": (h) => h.stripe.subscriptions.cancel("sub_none"),
  invoice: (h) => h.stripe.invoices.retrieve("in_none"),
  event: (h) => h.stripe.events.retrieve("evt_none"),
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
  ["no quantity", onePack({ line_items: [{ price_data: priceData }] }), undefined, undefined],
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
    "an unknown price",
    onePack({ line_items: [{ price: "price_none", quantity: 1 }] }),
    "resource_missing",
    "line_items[0][price]",
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
    "101 lines",
    onePack({ line_items: Array.from({ length: 101 }, () => line("Pack", 100)) }),
    undefined,
    "line_items",
  ],
  [
    "a metadata value of 501 characters",
    onePack({ metadata: { note: "x".repeat(501) } }),
    undefined,
    "metadata[note]",
  ],
  [
    "51 metadata keys",
    onePack({ metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, "v"])) }),
    undefined,
    "metadata",
  ],
  ["a discount", onePack({ discounts: [{ coupon: "x" }] }), "parameter_unknown", "discounts"],
  ["an embedded page", onePack({ ui_mode: "embedded_page" }), undefined, "ui_mode"],
  [
    "payment data in subscription mode",
    packAndClub({ payment_intent_data: { metadata: {}, description: "x" } }),
    undefined,
    "payment_intent_data",
  ],
  [
    "subscription data in payment mode",
    onePack({ subscription_data: { description: "x" } }),
    undefined,
    "subscription_data",
  ],
  [
    "a customer and an email",
    onePack({ customer: "cus_1", customer_email: "anna@example.com" }),
    undefined,
    undefined,
  ],
  ["an unknown customer", onePack({ customer: "cus_1" }), "resource_missing", "customer"],
])("a session with %s is refused and nothing is stored", async (_name, params, code, param) => {
  const { control, stripe } = createHarness();

  const error = await errorOf(stripe.checkout.sessions.create(params));

  expect(error).toMatchObject({ type: "StripeInvalidRequestError", statusCode: 400 });
  expect(error.code).toBe(code);
  expect(error.param).toBe(param);
  expect(control.sessions()).toEqual([]);
  expect((await stripe.products.list()).data).toEqual([]);
});

test("a parameter Stripe does not have is refused by name", async () => {
  const { simulator } = createHarness();

  const response = await simulator.api.request("/v1/products", {
    method: "POST",
    headers: HEADERS,
    body: new URLSearchParams({ name: "Pack", "metadata[id]": "1", colour: "red" }).toString(),
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
