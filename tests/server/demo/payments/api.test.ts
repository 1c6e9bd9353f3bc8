import { describe, expect, test } from "vitest";
import { decodeForm } from "../../../../server/demo/payments/requests.ts";
import { createHarness, errorOf, idOf, onePack, SECRET_KEY, stripeFor } from "./harness.ts";

const AUTHORIZED = { Authorization: `Bearer ${SECRET_KEY}` };

describe("a request is refused", () => {
  const REFUSED: [string, { path?: string; headers?: Record<string, string> }, number, string][] = [
    ["without a key", { headers: {} }, 401, "Invalid API Key provided."],
    [
      "with another key",
      { headers: { Authorization: "Bearer sk_test_x" } },
      401,
      "Invalid API Key",
    ],
    [
      "in another API version",
      { headers: { ...AUTHORIZED, "Stripe-Version": "2020-08-27" } },
      400,
      "Invalid Stripe API version: 2020-08-27",
    ],
    ["at an unknown path", { path: "/v1/coupons" }, 404, "Unrecognized request URL (GET: /v1/coup"],
  ];
  test.each(REFUSED)("%s", async (_name, { path = "/v1/refunds", headers }, status, message) => {
    const { simulator } = createHarness();
    const answer = await simulator.api.request(path, { headers: headers ?? AUTHORIZED });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("Request-Id")).toMatch(/^req_\w{24}$/);
    expect(await answer.json()).toEqual({
      error: { type: "invalid_request_error", message: expect.stringContaining(message) },
    });
  });

  type Harness = ReturnType<typeof createHarness>;
  const UNKNOWN: [string, (h: Harness) => Promise<unknown>][] = [
    ["session", (h) => h.stripe.checkout.sessions.retrieve("cs_none")],
    ["session to end", (h) => h.stripe.checkout.sessions.expire("cs_none")],
    ["payment", (h) => h.stripe.refunds.create({ payment_intent: "pi_none" })],
    ["subscription", (h) => h.stripe.subscriptions.retrieve("sub_none")],
  ];
  test.each(UNKNOWN)("for an unknown %s", async (_name, call) => {
    expect(await errorOf(call(createHarness()))).toMatchObject({
      type: "StripeInvalidRequestError",
      code: "resource_missing",
      statusCode: 404,
      message: expect.stringMatching(/^No such [a-z_.]+: '\w+_none'$/),
    });
  });
});

describe("a form", () => {
  test.each([
    ["a=1&b=2", { a: "1", b: "2" }],
    ["a[b]=1&a[c]=2", { a: { b: "1", c: "2" } }],
    ["expand[0]=x&expand[1]=y", { expand: { 0: "x", 1: "y" } }],
    ["line_items%5B0%5D%5Bquantity%5D=1", { line_items: { 0: { quantity: "1" } } }],
    ["name=A%20%26%20B+C", { name: "A & B C" }],
    ["a=1&a=2", { a: "2" }],
    ["", {}],
  ])("%j is decoded", (form, expected) => {
    expect(JSON.parse(JSON.stringify(decodeForm(form)))).toEqual(expected);
  });

  test("reaches no object's prototype", () => {
    decodeForm("__proto__[polluted]=yes&constructor[prototype][polluted]=yes");
    expect("polluted" in {}).toBe(false);
  });
});

describe("an idempotency key", () => {
  const KEY = { idempotencyKey: "click-1" };

  test("is refused for another request", async () => {
    const { control, stripe } = createHarness();
    const { sessions } = stripe.checkout;
    const { id } = await sessions.create(onePack(), KEY);
    const other = await sessions.create(onePack());
    await sessions.expire(id, {}, { idempotencyKey: "click-2" });
    const refused = [
      sessions.create(onePack({ client_reference_id: "other" }), KEY),
      sessions.expire(other.id, {}, { idempotencyKey: "click-2" }),
    ];
    for (const call of refused) {
      expect(await errorOf(call)).toMatchObject({
        type: "StripeIdempotencyError",
        statusCode: 400,
        message: expect.stringContaining("same parameters"),
      });
    }
    expect(control.sessions().map(({ status }) => status)).toEqual(["expired", "open"]);
  });

  test("in use is refused with 409 until its request has ended", async () => {
    const { control, stripe } = createHarness();
    control.faults.next({ kind: "slow", ms: 30 });
    const first = stripe.checkout.sessions.create(onePack(), KEY);
    const second = await errorOf(stripe.checkout.sessions.create(onePack(), KEY));
    expect(second).toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" });
    const { id } = await first;
    expect(await stripe.checkout.sessions.create(onePack(), KEY)).toMatchObject({ id });
  });

  test("gets the first answer again, for a day", async () => {
    const { advance, control, stripe } = createHarness();
    const first = await stripe.checkout.sessions.create(onePack(), KEY);
    await control.pay(first.id);
    const second = await stripe.checkout.sessions.create(onePack(), KEY);
    expect(second).toEqual(first);
    const headersOf = (answer: typeof first) =>
      Object.fromEntries(new Headers(answer.lastResponse.headers));
    expect(headersOf(first)).not.toHaveProperty("idempotent-replayed");
    expect(headersOf(second)).toMatchObject({
      "idempotency-key": "click-1",
      "idempotent-replayed": "true",
      "original-request": first.lastResponse.requestId,
    });
    advance(24 * 3600);
    expect((await stripe.checkout.sessions.create(onePack(), KEY)).id).not.toBe(first.id);
  });

  test("is not used up by a refusal", async () => {
    const { stripe } = createHarness();
    await errorOf(stripe.checkout.sessions.create(onePack({ line_items: [] }), KEY));
    expect(await stripe.checkout.sessions.create(onePack(), KEY)).toMatchObject({ status: "open" });
  });

  test("keeps a failure at work, not one before it", async () => {
    const { control, stripe } = createHarness();
    const other = { idempotencyKey: "click-2" };
    control.faults.next({ kind: "500-kept" });
    control.faults.next({ kind: "500" });
    await errorOf(stripe.checkout.sessions.create(onePack(), KEY));
    await errorOf(stripe.checkout.sessions.create(onePack(), other));
    expect(await errorOf(stripe.checkout.sessions.create(onePack(), KEY))).toMatchObject({
      statusCode: 500,
      headers: { "idempotent-replayed": "true", "stripe-should-retry": "false" },
    });
    await stripe.checkout.sessions.create(onePack(), other);
    expect(control.sessions()).toHaveLength(1);
  });

  test("belongs to the fields in any order, and to no GET", async () => {
    const { control, simulator, stripe } = createHarness();
    const headers = { ...AUTHORIZED, "Idempotency-Key": "same" };
    await control.pay((await stripe.checkout.sessions.create(onePack())).id);
    const intent = `payment_intent=${control.sessions()[0]?.payment_intent}`;
    const refund = async (body: string) => {
      const answer = await simulator.api.request("/v1/refunds", { method: "POST", headers, body });
      return idOf(await answer.json());
    };
    const id = await refund(`${intent}&amount=100&metadata[a]=1`);
    expect(await refund(`metadata[a]=1&amount=100&${intent}`)).toBe(id);
    const read = await simulator.api.request("/v1/refunds", { headers });
    expect((await read.json()).data.map(idOf)).toEqual([id]);
    expect(read.headers.has("Idempotency-Key")).toBe(false);
  });
});

describe("planned trouble", () => {
  test("hits the requests that it names, as often as it says", async () => {
    const { control, stripe } = createHarness();
    const path = "/v1/checkout/sessions";
    control.faults.next({ kind: "500", path, method: "POST", times: 2 });
    await stripe.checkout.sessions.list();
    await stripe.refunds.list();
    for (let time = 0; time < 2; time += 1) {
      const error = await errorOf(stripe.checkout.sessions.create(onePack()));
      expect(error.statusCode).toBe(500);
    }
    await stripe.checkout.sessions.create(onePack());
    expect(control.faults.left()).toBe(0);
    expect(control.requests().map(({ status }) => status)).toEqual([200, 200, 500, 500, 200]);
  });

  test.each([
    [false, 0],
    [true, 1],
  ])("lets a request hang; after its work: %s", async (afterWork, sessions) => {
    const { control, simulator } = createHarness();
    control.faults.next({ kind: "hang", afterWork });
    const stripe = stripeFor(simulator.fetch, { timeout: 50 });
    const error = await errorOf(stripe.checkout.sessions.create(onePack()));
    expect(error.type).toBe("StripeConnectionError");
    expect(control.requests()).toMatchObject([{ status: null }]);
    expect(control.sessions()).toHaveLength(sessions);
  });
});
