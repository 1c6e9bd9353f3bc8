import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { createHarness, onePack, SITE } from "./harness.ts";

const PAID = ["charge.succeeded", "payment_intent.succeeded", "checkout.session.completed"];

type Harness = ReturnType<typeof createHarness>;

async function payOne({ control, stripe }: Pick<Harness, "control" | "stripe">): Promise<string> {
  const { id } = await stripe.checkout.sessions.create(onePack());
  await control.pay(id);
  return id;
}

describe("an event that the store does not accept", () => {
  test("is sent again", async () => {
    const harness = createHarness();
    harness.answers.push(500, 302, 404);
    await payOne(harness);
    await harness.control.idle();
    expect(harness.types().toSorted()).toEqual([...PAID, ...PAID].toSorted());
    expect(harness.control.events().map((event) => event.pending_webhooks)).toEqual([0, 0, 0]);
  });

  test("is given up after the last try", async () => {
    let tries = 0;
    const { control, stripe } = createHarness({
      deliver() {
        tries += 1;
        return Promise.reject(new Error("store is down"));
      },
    });
    await stripe.checkout.sessions.expire((await stripe.checkout.sessions.create(onePack())).id);
    await control.idle();
    expect(tries).toBe(3);
    expect(control.events()).toMatchObject([{ pending_webhooks: 1 }]);
  });

  test("is not sent again once the simulator is stopped", async () => {
    const harness = createHarness({ retryDelaysMs: [60_000] });
    harness.answers.push(500, 500, 500);
    await payOne(harness);
    await expect.poll(() => harness.received).toHaveLength(3);
    harness.control.stop();
    await harness.control.idle();
    expect(harness.received).toHaveLength(3);
  });
});

test("an event comes after the answer, signed and whole", async () => {
  const requests: Request[] = [];
  const harness = createHarness({ seen: (request) => void requests.push(request) });
  const id = await payOne(harness);
  expect(harness.received).toEqual([]);
  await harness.control.idle();
  expect(requests.at(-1)).toMatchObject({ method: "POST", url: `${SITE}/api/webhooks/stripe` });
  expect(requests.at(-1)?.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
  expect(harness.types()).toEqual(PAID);
  expect(harness.received.at(-1)).toEqual({
    id: expect.stringMatching(/^evt_\w{24}$/),
    object: "event",
    api_version: Stripe.API_VERSION,
    created: harness.nowSeconds(),
    data: { object: expect.objectContaining({ id, payment_status: "paid" }) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: "checkout.session.completed",
  });
});

test("an event of an API request names the request", async () => {
  const { control, received, stripe } = createHarness();
  const { id } = await stripe.checkout.sessions.create(onePack());
  const { lastResponse } = await stripe.checkout.sessions.expire(id, {}, { idempotencyKey: "end" });
  await control.idle();
  expect(received).toMatchObject([
    { request: { id: lastResponse.requestId, idempotency_key: "end" } },
  ]);
});

describe("held events", () => {
  test.each([
    [{ order: "reverse" }, PAID.toReversed()],
    [{ times: 2 }, PAID.flatMap((type) => [type, type])],
  ] as const)("are sent as %j says", async (flush, expected) => {
    const harness = createHarness();
    harness.control.webhooks.mode = "hold";
    await payOne(harness);
    await harness.control.idle();
    expect(harness.types()).toEqual([]);
    await harness.control.webhooks.flush(flush);
    expect(harness.types()).toEqual(expected);
  });

  test("stay held while the store refuses them", async () => {
    const harness = createHarness();
    const { webhooks } = harness.control;
    webhooks.mode = "hold";
    await payOne(harness);
    harness.answers.push(200, 503, 200);
    for (const count of [3, 1, 0]) expect(await webhooks.flush()).toHaveLength(count);
  });
});

test("dropped events are never sent, but can be listed by type and sent by hand", async () => {
  const harness = createHarness();
  harness.control.webhooks.mode = "drop";
  const id = await payOne(harness);
  await payOne(harness);
  await harness.control.idle();
  expect(harness.types()).toEqual([]);
  const types = ["checkout.session.completed" as const];
  const events = await harness.stripe.events.list({ types, limit: 1 }).autoPagingToArray({
    limit: 99,
  });
  expect(events.map(({ type }) => type)).toEqual([...types, ...types]);
  await harness.control.webhooks.send(events.at(-1)?.id ?? "");
  expect(harness.received).toMatchObject([{ data: { object: { id } } }]);
});
