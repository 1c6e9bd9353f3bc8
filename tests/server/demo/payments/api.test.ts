import { expect, test } from "vitest";
import { createHarness, errorOf, idOf, onePack, SECRET_KEY } from "./harness.ts";

const KEY = { idempotencyKey: "click-1" };

test("the same key with other parameters is refused", async () => {
  const { control, stripe } = createHarness();
  await stripe.checkout.sessions.create(onePack(), KEY);

  const error = await errorOf(
    stripe.checkout.sessions.create(onePack({ client_reference_id: "other" }), KEY),
  );

  expect(error).toMatchObject({
    type: "StripeIdempotencyError",
    rawType: "idempotency_error",
    statusCode: 400,
    message: expect.stringContaining("same parameters"),
  });
  expect(control.sessions()).toHaveLength(1);
});

test("the same key at another endpoint is refused", async () => {
  const { stripe } = createHarness();
  await stripe.checkout.sessions.create(onePack(), KEY);

  const error = await errorOf(stripe.refunds.create({ payment_intent: "pi_1" }, KEY));

  expect(error).toMatchObject({
    rawType: "idempotency_error",
    message: expect.stringContaining("'/v1/checkout/sessions'"),
  });
});

test("a key in use is refused with 409 until its request has ended", async () => {
  const { control, stripe } = createHarness();
  control.faults.next({ kind: "slow", ms: 30 });

  const first = stripe.checkout.sessions.create(onePack(), KEY);
  const second = await errorOf(stripe.checkout.sessions.create(onePack(), KEY));
  const { id } = await first;
  const third = await stripe.checkout.sessions.create(onePack(), KEY);

  expect(second).toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" });
  expect(third.id).toBe(id);
  expect(control.sessions()).toHaveLength(1);
});

test("a key of more than 255 characters is refused", async () => {
  const { stripe } = createHarness();

  const error = await errorOf(
    stripe.checkout.sessions.create(onePack(), { idempotencyKey: "k".repeat(256) }),
  );

  expect(error.statusCode).toBe(400);
});

test("the same request with the same key gets the first answer", async () => {
  const { control, stripe } = createHarness();
  const first = await stripe.checkout.sessions.create(onePack(), KEY);
  await control.pay(first.id);

  const second = await stripe.checkout.sessions.create(onePack(), KEY);

  expect(second).toEqual(first);
  expect(second.status).toBe("open");
  const headersOf = (answer: typeof first) => new Headers(answer.lastResponse.headers);
  expect(headersOf(first).has("Idempotent-Replayed")).toBe(false);
  expect(Object.fromEntries(headersOf(second))).toMatchObject({
    "idempotency-key": "click-1",
    "idempotent-replayed": "true",
    "original-request": headersOf(first).get("Request-Id"),
  });
  expect(control.requests().map((request) => request.idempotencyKey)).toEqual([
    "click-1",
    "click-1",
  ]);
});

test("a refused request does not use up its key", async () => {
  const { stripe } = createHarness();
  await errorOf(stripe.checkout.sessions.create(onePack({ line_items: [] }), KEY));

  const session = await stripe.checkout.sessions.create(onePack(), KEY);

  expect(session.status).toBe("open");
});

test("a failure at work is the stored answer, one before the work is not", async () => {
  const { control, stripe } = createHarness();
  control.faults.next({ kind: "500-kept" });
  control.faults.next({ kind: "500" });

  const kept = [
    await errorOf(stripe.checkout.sessions.create(onePack(), KEY)),
    await errorOf(stripe.checkout.sessions.create(onePack(), { idempotencyKey: "click-2" })),
  ];

  await expect(stripe.checkout.sessions.create(onePack(), KEY)).rejects.toMatchObject({
    statusCode: 500,
    headers: { "idempotent-replayed": "true", "stripe-should-retry": "false" },
  });
  const again = await stripe.checkout.sessions.create(onePack(), { idempotencyKey: "click-2" });
  expect(kept.map((error) => error.statusCode)).toEqual([500, 500]);
  expect(again.status).toBe("open");
});

test("a key is forgotten after a day", async () => {
  const { advance, stripe } = createHarness();
  const first = await stripe.checkout.sessions.create(onePack(), KEY);

  advance(24 * 3600);
  const second = await stripe.checkout.sessions.create(onePack(), KEY);

  expect(second.id).not.toBe(first.id);
});

test("the order of the fields does not matter, a GET has no key", async () => {
  const { control, simulator, stripe } = createHarness();
  const headers = { Authorization: `Bearer ${SECRET_KEY}`, "Idempotency-Key": "same" };
  const session = await stripe.checkout.sessions.create(onePack());
  await control.pay(session.id);
  const [paid] = control.sessions();
  const post = (body: string) =>
    simulator.api.request("/v1/refunds", { method: "POST", headers, body });

  const intent = `payment_intent=${paid?.payment_intent}`;
  const first = await (await post(`${intent}&amount=100&metadata[a]=1`)).json();
  const second = await (await post(`metadata[a]=1&amount=100&${intent}`)).json();
  const read = await simulator.api.request("/v1/refunds", { headers });

  expect(second.id).toBe(first.id);
  expect(read.status).toBe(200);
  expect(read.headers.has("Idempotency-Key")).toBe(false);
  expect((await stripe.refunds.list()).data.map(idOf)).toEqual([first.id]);
});
