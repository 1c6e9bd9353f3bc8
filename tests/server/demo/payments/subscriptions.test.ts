import { describe, expect, test } from "vitest";
import { periodEnd } from "../../../../server/demo/payments/subscriptions.ts";
import { createHarness, idOf, onePack, packAndClub, SITE } from "./harness.ts";

const FIRST_END = Date.parse("2026-12-21T12:00:00Z") / 1000;

async function subscribed() {
  const harness = createHarness();
  const { control, stripe } = harness;
  const { id } = await stripe.checkout.sessions.create(packAndClub());
  await control.pay(id, { name: "Anna" });
  await control.idle();
  const started = harness.received.splice(0).map(({ type }) => type);
  const expand = ["subscription", "invoice.payments"];
  const session = await stripe.checkout.sessions.retrieve(id, { expand });
  const subscriptionId = idOf(session.subscription);
  return {
    ...harness,
    started,
    session,
    id: subscriptionId,
    current: () => stripe.subscriptions.retrieve(subscriptionId),
  };
}

describe("the portal", () => {
  async function openPortal() {
    const harness = await subscribed();
    const { url } = await harness.stripe.billingPortal.sessions.create({
      customer: idOf(harness.session.customer),
      return_url: `${SITE}/account`,
    });
    const path = new URL(url).pathname.replace("/demo", "");
    const text = async () => (await harness.simulator.pages.request(path)).text();
    return { ...harness, path, url, text };
  }

  test("changes no other customer's subscription and closes after an hour", async () => {
    const { advance, control, current, id, path, post, simulator, stripe } = await openPortal();
    const other = await stripe.checkout.sessions.create(packAndClub());
    await control.pay(other.id);
    const customer = idOf((await stripe.checkout.sessions.retrieve(other.id)).customer);
    const foreign = await stripe.billingPortal.sessions.create({ customer });
    const refused = await post(`/portal/${foreign.id}`, { action: "cancel", subscription: id });
    advance(3600);
    const late = await post(path, { action: "cancel", subscription: id });
    expect([refused.status, late.status]).toEqual([404, 404]);
    expect((await simulator.pages.request(path)).status).toBe(404);
    expect((await current()).cancel_at_period_end).toBe(false);
  });

  test("shows the subscription and its invoices, cancels and resumes", async () => {
    const { control, current, id, path, post, text, types, url } = await openPortal();
    const shown = ["Club", "$9.99 / month", "Renews on December 21, 2026.", "$46.99"];
    const page = await text();
    for (const part of [...shown, `href="${SITE}/account"`]) expect(page).toContain(part);
    const cancelled = await post(path, { action: "cancel", subscription: id });
    expect([cancelled.status, cancelled.headers.get("Location")]).toEqual([303, url]);
    expect(await text()).toContain("Ends on December 21, 2026 and does not renew.");
    expect(await current()).toMatchObject({ cancel_at: FIRST_END, cancel_at_period_end: true });
    await post(path, { action: "resume", subscription: id });
    await post(path, { action: "resume", subscription: id });
    await control.idle();
    expect(await current()).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
    expect(types()).toEqual(["customer.subscription.updated", "customer.subscription.updated"]);
  });
});

test("a mixed session starts a subscription whose first invoice charges every line", async () => {
  const { control, current, id, nowSeconds, session, started, stripe } = await subscribed();
  expect(session).toMatchObject({
    amount_total: 4699,
    invoice: {
      amount_paid: 4699,
      billing_reason: "subscription_create",
      payments: { data: [{ status: "paid" }] },
      status: "paid",
    },
    payment_intent: null,
    payment_status: "paid",
    subscription: { status: "active" },
  });
  expect((await current()).items.data).toMatchObject([
    {
      current_period_start: nowSeconds(),
      current_period_end: FIRST_END,
      price: { unit_amount: 999, recurring: { interval: "month" } },
    },
  ]);
  expect(started).toEqual([
    "customer.subscription.created",
    "payment_intent.succeeded",
    "invoice.paid",
    "checkout.session.completed",
  ]);
  control.renew(id);
  const { latest_invoice } = await stripe.subscriptions.retrieve(id, {
    expand: ["latest_invoice"],
  });
  expect(latest_invoice).toMatchObject({ amount_paid: 999, billing_reason: "subscription_cycle" });
});

test.each([
  ["2026-01-31T10:00:00Z", "month", "2026-02-28T10:00:00Z"],
  ["2028-01-31T10:00:00Z", "month", "2028-02-29T10:00:00Z"],
  ["2026-12-15T10:00:00Z", "month", "2027-01-15T10:00:00Z"],
  ["2028-02-29T10:00:00Z", "year", "2029-02-28T10:00:00Z"],
])("from %s has a period of one %s until %s", (start, interval, end) => {
  expect(periodEnd(Date.parse(start) / 1000, interval)).toBe(Date.parse(end) / 1000);
});

describe("a delayed payment", () => {
  const LATER = { card: "4000000000003220" };

  test.each([
    ["succeeded", "paid", ["payment_intent.succeeded", "checkout.session.async_payment_succeeded"]],
    ["failed", "unpaid", ["checkout.session.async_payment_failed"]],
  ] as const)("completes its session unpaid and has %s later", async (result, status, events) => {
    const { control, stripe, types } = createHarness();
    const { id } = await stripe.checkout.sessions.create(onePack());
    await control.pay(id, LATER);
    expect(control.sessions()).toMatchObject([{ status: "complete", payment_status: "unpaid" }]);
    control.settle(id, result);
    expect(control.sessions()).toMatchObject([{ payment_status: status }]);
    await control.idle();
    expect(types()).toEqual(["checkout.session.completed", ...events]);
  });

  test("settles by itself in an idle demo", async () => {
    const { control, stripe } = createHarness({ settlementSeconds: 0 });
    const { id } = await stripe.checkout.sessions.create(packAndClub());
    await control.pay(id, LATER);
    expect(control.sessions()).toMatchObject([{ payment_status: "unpaid" }]);
    await expect.poll(control.sessions).toMatchObject([{ payment_status: "paid" }]);
  });
});
