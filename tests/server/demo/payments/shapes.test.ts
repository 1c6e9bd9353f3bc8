import { expect, test } from "vitest";
import { stripePayments } from "../../../../server/integrations/stripe/payments.ts";
import {
  departures,
  objectsIn,
  ownShapes,
  publishedShapes,
  type Shapes,
} from "../../../support/stripe/shapes.ts";
import { CHECKOUT } from "../../../support/stripe-adapter.ts";
import { createHarness, SECRET_KEY, stripeFor, WEBHOOK_SECRET } from "./harness.ts";

const DELAYED = { card: "4000000000003220" };
const DAY_SECONDS = 86_400;

/** All that the store asks and is told during a busy day, as it travels. */
async function liveThroughADay() {
  const answers: unknown[] = [];
  const webhooks: unknown[] = [];
  const harness = createHarness({
    async deliver(request) {
      webhooks.push(await request.json());
      return new Response("ok");
    },
  });
  const { advance, control, post, simulator } = harness;
  const recorded = async (...request: Parameters<typeof fetch>) => {
    const answer = await simulator.fetch(...request);
    answers.push(await answer.clone().json());
    return answer;
  };
  const api = Object.assign(recorded, { preconnect: simulator.fetch.preconnect });
  const payments = stripePayments({
    secretKey: SECRET_KEY,
    webhookSecrets: [WEBHOOK_SECRET],
    fetch: api,
  });
  const { refunds } = stripeFor(api);

  let orders = 0;
  const checkout = async (interval: "month" | null = null): Promise<string> => {
    orders += 1;
    const [first, ...others] = CHECKOUT.lines;
    if (!first) throw new Error("A checkout has a line.");
    const club = { ...first, type: "subscription" as const, billingPeriod: interval };
    const { id } = await payments.createCheckout({
      ...CHECKOUT,
      idempotencyKey: `checkout-${orders}`,
      lines: interval ? [club, ...others] : CHECKOUT.lines,
      expiresAt: new Date((harness.nowSeconds() + DAY_SECONDS) * 1000),
    });
    return id;
  };
  const look = async (id: string) => {
    const seen = await payments.findCheckout(id);
    if (!seen) throw new Error(`${id} is not found`);
    return { ...seen, paymentId: seen.paymentIntentId ?? "" };
  };

  // Left, paid and given back line by line, disputed.
  await payments.expireCheckout(await checkout());
  const open = await checkout();
  await look(open);
  await control.pay(open);
  const paid = await look(open);
  const payment = { payment_intent: paid.paymentId };
  await payments.createRefund({
    paymentIntentId: paid.paymentId,
    amount: 1200,
    productId: 3,
    idempotencyKey: "refund-1",
  });
  await refunds.create({ ...payment, reason: "requested_by_customer" });
  const disputed = await checkout();
  await control.pay(disputed);
  control.closeDispute(control.dispute(disputed).id, "lost");
  for (const id of [open, disputed]) {
    const { paymentId } = await look(id);
    await payments.findReversals(paymentId);
    await payments.findSessionOf({ paymentIntentId: paymentId });
  }

  // Paid by bank, for good and for bad, once and in a subscription.
  for (const interval of [null, "month"] as const) {
    for (const result of ["succeeded", "failed"] as const) {
      const id = await checkout(interval);
      await control.pay(id, DELAYED);
      await look(id);
      control.settle(id, result);
      await look(id);
    }
  }

  // A subscription renews, fails, recovers, is cancelled in the portal and ends.
  const member = await checkout("month");
  await control.pay(member);
  const subscriptionId = (await look(member)).subscription?.id ?? "";
  for (const ok of [true, false, true]) {
    advance(30 * DAY_SECONDS);
    control.renew(subscriptionId, ok);
    await payments.findSubscription(subscriptionId);
  }
  await payments.findSessionOf({ subscriptionId });
  const { url } = await payments.createPortal({ subscriptionId, returnUrl: CHECKOUT.cancelUrl });
  const portal = new URL(url).pathname.replace("/demo", "");
  await post(portal, { action: "cancel", subscription: subscriptionId });
  await payments.findSubscription(subscriptionId);
  control.renew(subscriptionId);
  await payments.findSessionOf({ paymentIntentId: (await look(member)).paymentId });

  const since = { from: new Date(0) };
  await payments.listCheckouts(since, null);
  await payments.listEvents(since, null);
  await payments.examine(CHECKOUT.cancelUrl);
  await control.idle();
  return { answers, webhooks, control };
}

const CALLS = [
  "GET /v1/checkout/sessions",
  "GET /v1/checkout/sessions/:id",
  "GET /v1/disputes",
  "GET /v1/events",
  "GET /v1/invoice_payments",
  "GET /v1/refunds",
  "GET /v1/subscriptions/:id",
  "GET /v1/webhook_endpoints",
  "POST /v1/billing_portal/sessions",
  "POST /v1/checkout/sessions",
  "POST /v1/checkout/sessions/:id/expire",
  "POST /v1/refunds",
];

test("every object that the simulator answers or sends has its published shape", async () => {
  const shapes = publishedShapes ?? ownShapes;
  const { answers, webhooks, control } = await liveThroughADay();

  const calls = control
    .requests()
    .map(({ method, path }) => `${method} ${path.replace(/\/(cs_test|sub)_\w+/, "/:id")}`);
  expect([...new Set(calls)].toSorted()).toEqual(CALLS);
  expect(control.requests().filter(({ status }) => status !== 200)).toEqual([]);
  const objects = objectsIn([answers, webhooks]);
  const wrong = objects.flatMap((object) => departures(object, shapes));
  expect([...new Set(wrong)].toSorted()).toEqual([]);
  const kinds = new Set(objects.map((object) => String(object["object"])));
  // Of these there is no published example.
  for (const kind of ["list", "invoice_payment", "plan", "webhook_endpoint"])
    expect(kinds.delete(kind)).toBe(true);
  expect([...kinds].toSorted()).toEqual(Object.keys(ownShapes).toSorted());
});

test("a field that is missing, null or of another type is a departure", () => {
  const kind = "billing_portal.session";
  const shapes: Shapes = { [kind]: { id: "string", flow: { type: "string" } } };
  const of = (fields: object) => departures({ object: kind, flow: null, ...fields }, shapes);

  expect(of({ id: "bps_1" })).toEqual([]);
  expect(of({})).toEqual([`${kind}.id is missing`]);
  expect(of({ id: null })).toEqual([`${kind}.id is null, not string`]);
  expect(of({ id: 1 })).toEqual([`${kind}.id is number, not string`]);
  expect(of({ id: "bps_1", flow: {} })).toEqual([`${kind}.flow.type is missing`]);
});

if (publishedShapes) {
  test("the project's copy of the shapes is a part of them", () => {
    expect(publishedShapes).toMatchObject(ownShapes);
  });
}
