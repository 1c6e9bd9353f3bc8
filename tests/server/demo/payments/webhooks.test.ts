import { describe, expect, test } from "vitest";
import { API_VERSION } from "../../../../server/demo/payments/events.ts";
import Stripe from "stripe";
import { createHarness, onePack, SITE, WEBHOOK_SECRET } from "./harness.ts";

const PAID = ["charge.succeeded", "payment_intent.succeeded", "checkout.session.completed"];

async function paidSession(harness: ReturnType<typeof createHarness>): Promise<string> {
  const { id } = await harness.stripe.checkout.sessions.create(onePack());
  await harness.control.pay(id);
  return id;
}

test("a webhook is a signed request with a whole event", async () => {
  const requests: Request[] = [];
  const harness = createHarness({
    deliver: async (request) => {
      requests.push(request.clone());
      return new Response("ok");
    },
  });
  const id = await paidSession(harness);
  await harness.control.idle();

  const request = requests.at(-1);
  const body = (await request?.text()) ?? "";
  const signature = request?.headers.get("Stripe-Signature") ?? "";
  const event = await harness.stripe.webhooks.constructEventAsync(
    body,
    signature,
    WEBHOOK_SECRET,
    300,
    undefined,
    harness.nowSeconds() * 1000,
  );
  expect(request).toMatchObject({ method: "POST", url: `${SITE}/api/webhooks/stripe` });
  expect(request?.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
  expect(event).toEqual({
    id: expect.stringMatching(/^evt_\w{24}$/),
    object: "event",
    api_version: API_VERSION,
    created: harness.nowSeconds(),
    data: { object: expect.objectContaining({ id, payment_status: "paid" }) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: "checkout.session.completed",
  });
  expect(event.api_version).toBe(Stripe.API_VERSION);
});

test("an event of an API request names the request", async () => {
  const { control, received, stripe } = createHarness();
  const { id } = await stripe.checkout.sessions.create(onePack());

  const expired = await stripe.checkout.sessions.expire(id, {}, { idempotencyKey: "end-1" });
  await control.idle();

  expect(received[0]?.request).toEqual({
    id: expired.lastResponse.requestId,
    idempotency_key: "end-1",
  });
});

test("delivery comes after the answer", async () => {
  const harness = createHarness();

  await paidSession(harness);
  const atAnswer = harness.received.length;
  await harness.control.idle();

  expect(atAnswer).toBe(0);
  expect(harness.types()).toEqual(PAID);
});

describe("an answer that is not 2xx", () => {
  test("leads to another try", async () => {
    const harness = createHarness();
    harness.answers.push(500, 302, 404);

    await paidSession(harness);
    await harness.control.idle();

    expect(harness.types().toSorted()).toEqual(PAID.flatMap((type) => [type, type]).toSorted());
    expect(harness.control.events().map((event) => event.pending_webhooks)).toEqual([0, 0, 0]);
  });

  test("is given up after the last try", async () => {
    let tries = 0;
    const harness = createHarness({
      deliver: () => {
        tries += 1;
        return Promise.reject(new Error("store is down"));
      },
    });
    const { id } = await harness.stripe.checkout.sessions.create(onePack());
    await harness.stripe.checkout.sessions.expire(id);

    await harness.control.idle();

    expect(tries).toBe(3);
    expect(harness.control.events()).toMatchObject([{ pending_webhooks: 1 }]);
  });

  test("is not tried again once the simulator is stopped", async () => {
    const harness = createHarness({ retryDelaysMs: [60_000] });
    harness.answers.push(500, 500, 500);
    await paidSession(harness);
    await expect.poll(() => harness.received).toHaveLength(3);

    harness.control.stop();
    await harness.control.idle();

    expect(harness.received).toHaveLength(3);
  });
});

describe("held events", () => {
  test.each([
    [{ order: "reverse" }, PAID.toReversed()],
    [{ times: 2 }, PAID.flatMap((type) => [type, type])],
  ] as const)("are sent as %j says", async (flush, expected) => {
    const harness = createHarness();
    harness.control.webhooks.mode = "hold";
    await paidSession(harness);
    await harness.control.idle();
    const before = harness.types();

    await harness.control.webhooks.flush(flush);

    expect(before).toEqual([]);
    expect(harness.types()).toEqual(expected);
  });

  test("stay held while the store refuses them", async () => {
    const harness = createHarness();
    harness.control.webhooks.mode = "hold";
    await paidSession(harness);
    harness.answers.push(200, 503, 200);

    const flushes = [];
    for (let nth = 0; nth < 3; nth += 1) flushes.push(await harness.control.webhooks.flush());

    expect(flushes.map((sent) => sent.length)).toEqual([3, 1, 0]);
  });
});

test("dropped events are never sent but can be fetched and sent by hand", async () => {
  const harness = createHarness();
  harness.control.webhooks.mode = "drop";
  const id = await paidSession(harness);
  await harness.control.idle();
  const dropped = harness.types();

  const { data } = await harness.stripe.events.list({ types: ["checkout.session.completed"] });
  await harness.control.webhooks.send(data[0]?.id ?? "");

  expect(dropped).toEqual([]);
  expect(harness.received).toMatchObject([{ data: { object: { id } } }]);
});
