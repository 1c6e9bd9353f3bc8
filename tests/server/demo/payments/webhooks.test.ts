import { expect, test } from "vitest";
import { createHarness, onePack, SITE } from "./harness.ts";

const PAID = ["payment_intent.succeeded", "checkout.session.completed"];

type Harness = ReturnType<typeof createHarness>;

async function payOne({ control, stripe }: Pick<Harness, "control" | "stripe">): Promise<string> {
  const { id } = await stripe.checkout.sessions.create(onePack());
  await control.pay(id);
  return id;
}

test("an event is delivered after the response, signed, and again until it is accepted", async () => {
  const requests: Request[] = [];
  const harness = createHarness({ seen: (request) => void requests.push(request) });
  harness.answers.push(500, 302);
  const id = await payOne(harness);
  expect(harness.received).toEqual([]);
  await harness.control.idle();
  expect(requests.at(-1)).toMatchObject({ method: "POST", url: `${SITE}/api/webhooks/stripe` });
  expect(harness.types().toSorted()).toEqual([...PAID, ...PAID].toSorted());
  expect(harness.received.find(({ type }) => type === PAID[1])).toMatchObject({
    id: expect.stringMatching(/^evt_\w{24}$/),
    object: "event",
    created: harness.nowSeconds(),
    data: { object: { id, payment_status: "paid" } },
  });
});

test("an event is given up after the last attempt", async () => {
  let attempts = 0;
  const { control, stripe } = createHarness({
    deliver() {
      attempts += 1;
      return Promise.reject(new Error("store is down"));
    },
  });
  await stripe.checkout.sessions.expire((await stripe.checkout.sessions.create(onePack())).id);
  await control.idle();
  expect(attempts).toBe(3);
});

test("a stopped simulator retries nothing", async () => {
  const harness = createHarness({ retryDelaysMs: [60_000] });
  harness.answers.push(500, 500);
  await payOne(harness);
  await expect.poll(() => harness.received).toHaveLength(2);
  harness.control.stop();
  await harness.control.idle();
  expect(harness.received).toHaveLength(2);
});

test("undelivered events can be listed by type", async () => {
  const harness = createHarness();
  harness.control.webhooks.mode = "drop";
  await payOne(harness);
  await payOne(harness);
  await harness.control.idle();
  expect(harness.types()).toEqual([]);
  const types = ["checkout.session.completed" as const];
  const list = harness.stripe.events.list({ types, limit: 1 });
  const events = await list.autoPagingToArray({ limit: 99 });
  expect(events.map(({ type }) => type)).toEqual([...types, ...types]);
});
