import { describe, expect, test } from "vitest";
import { createHarness, errorOf, onePack, stripeFor } from "./harness.ts";

const SESSIONS = "/v1/checkout/sessions";

test.each([
  ["429", 429, "StripeRateLimitError"],
  ["500", 500, "StripeAPIError"],
  ["500-kept", 500, "StripeAPIError"],
] as const)("%s reaches the caller as an error", async (kind, statusCode, type) => {
  const { control, stripe } = createHarness();
  control.faults.next({ kind });

  const error = await errorOf(stripe.checkout.sessions.create(onePack()));

  expect(error).toMatchObject({ statusCode, type });
  expect(control.sessions()).toEqual([]);
});

test.each(["429", "500"] as const)("the SDK gets past one %s by trying again", async (kind) => {
  const { control, simulator } = createHarness();
  const stripe = stripeFor(simulator.fetch, { maxNetworkRetries: 1 });
  control.faults.next({ kind, path: SESSIONS });

  const session = await stripe.checkout.sessions.create(onePack());

  expect(session.status).toBe("open");
  const [first, second] = control.requests();
  expect([first?.status, second?.status]).toEqual([Number(kind), 200]);
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
});

test("the SDK takes a 500 without an error body for a success", async () => {
  const { control, stripe } = createHarness();
  control.faults.next({ kind: "500-bare" });

  const answer = await stripe.checkout.sessions.create(onePack());

  expect(answer.object).toBeUndefined();
  expect(answer.lastResponse.statusCode).toBe(500);
});

describe("a request that hangs", () => {
  test("ends when the caller gives up, with nothing done", async () => {
    const { control, simulator } = createHarness();
    const stripe = stripeFor(simulator.fetch, { timeout: 30 });
    control.faults.next({ kind: "hang" });

    const error = await errorOf(stripe.checkout.sessions.create(onePack()));

    expect(error.type).toBe("StripeConnectionError");
    expect(control.requests()).toMatchObject([{ path: SESSIONS, status: null }]);
    expect(control.sessions()).toEqual([]);
  });

  test("may have done its work, which its key then shows", async () => {
    const { control, simulator } = createHarness();
    const stripe = stripeFor(simulator.fetch, { timeout: 50 });
    control.faults.next({ kind: "hang", afterWork: true });
    const key = { idempotencyKey: "lost-answer" };

    await errorOf(stripe.checkout.sessions.create(onePack(), key));
    const session = await stripe.checkout.sessions.create(onePack(), key);

    expect(control.sessions().map(({ id }) => id)).toEqual([session.id]);
  });
});

test("an answer cut in the middle is a connection error, its work is done", async () => {
  const { control, stripe } = createHarness();
  control.faults.next({ kind: "cut" });

  const error = await errorOf(stripe.checkout.sessions.create(onePack()));

  expect(error.type).toBe("StripeConnectionError");
  expect(control.sessions()).toHaveLength(1);
});

test("faults hit the requests they name, as often as they say", async () => {
  const { control, stripe } = createHarness();
  control.faults.next({ kind: "500", path: SESSIONS, method: "POST", times: 2 });

  await stripe.checkout.sessions.list();
  const first = await errorOf(stripe.checkout.sessions.create(onePack()));
  const second = await errorOf(stripe.checkout.sessions.create(onePack()));
  const third = await stripe.checkout.sessions.create(onePack());

  expect([first.statusCode, second.statusCode, third.status]).toEqual([500, 500, "open"]);
  expect(control.faults.left()).toBe(0);
});
