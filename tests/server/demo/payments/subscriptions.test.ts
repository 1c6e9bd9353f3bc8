import { describe, expect, test } from "vitest";
import { periodEnd } from "../../../../server/demo/payments/objects/period.ts";
import { createHarness, errorOf, idOf, packAndClub, SITE } from "./harness.ts";

async function subscribed() {
  const harness = createHarness();
  const created = await harness.stripe.checkout.sessions.create(packAndClub());
  await harness.control.pay(created.id);
  await harness.control.idle();
  harness.received.length = 0;
  const session = await harness.stripe.checkout.sessions.retrieve(created.id);
  return {
    ...harness,
    id: idOf(session.subscription),
    customer: idOf(session.customer),
    current: () => harness.stripe.subscriptions.retrieve(idOf(session.subscription)),
  };
}

test("an ended subscription cannot be changed, cancelled or renewed", async () => {
  const { control, id, stripe } = await subscribed();
  control.cancel(id);

  const update = await errorOf(stripe.subscriptions.update(id, { cancel_at_period_end: true }));
  const cancel = await errorOf(stripe.subscriptions.cancel(id));

  expect([update.code, cancel.code]).toEqual(["resource_missing", "resource_missing"]);
  expect(() => control.renew(id)).toThrow("is canceled");
});

test("a renewal bills the recurring lines for the next period", async () => {
  const { control, current, id, stripe, types } = await subscribed();
  const before = await current();

  control.renew(id);
  await control.idle();

  const after = await current();
  expect(after.items.data[0]).toMatchObject({
    current_period_start: before.items.data[0]?.current_period_end,
    current_period_end: Date.parse("2027-01-21T12:00:00Z") / 1000,
  });
  expect(await stripe.invoices.retrieve(idOf(after.latest_invoice))).toMatchObject({
    amount_paid: 999,
    billing_reason: "subscription_cycle",
    parent: { subscription_details: { subscription: id } },
    status: "paid",
  });
  expect(types()).toEqual([
    "customer.subscription.updated",
    "charge.succeeded",
    "payment_intent.succeeded",
    "invoice.paid",
  ]);
});

test("a failed renewal is past due until its invoice is paid", async () => {
  const { control, current, id, stripe, types } = await subscribed();

  control.renew(id, false);
  const due = await current();
  control.renew(id, false);
  const twice = await stripe.invoices.retrieve(idOf(due.latest_invoice));
  control.renew(id, true);
  await control.idle();

  expect(due.status).toBe("past_due");
  expect(twice).toMatchObject({ attempt_count: 2, status: "open" });
  expect(await current()).toMatchObject({
    status: "active",
    latest_invoice: due.latest_invoice,
    items: { data: [{ current_period_end: due.items.data[0]?.current_period_end }] },
  });
  expect(types().filter((type) => type.startsWith("invoice."))).toEqual([
    "invoice.payment_failed",
    "invoice.payment_failed",
    "invoice.paid",
  ]);
  const list = await stripe.invoices.list({ subscription: id, status: "paid" });
  expect(list.data).toHaveLength(2);
});

test("cancelling over the API ends it at once", async () => {
  const { control, id, nowSeconds, received, stripe } = await subscribed();

  const ended = await stripe.subscriptions.cancel(id);
  await control.idle();

  expect(ended).toMatchObject({ status: "canceled", ended_at: nowSeconds() });
  expect(received).toMatchObject([
    { type: "customer.subscription.deleted", data: { object: { id, status: "canceled" } } },
  ]);
  expect((await stripe.subscriptions.list()).data).toEqual([]);
  expect((await stripe.subscriptions.list({ status: "all" })).data.map(idOf)).toEqual([id]);
});

test("cancelling with the period can be taken back, or ends with it", async () => {
  const { control, current, id, received, stripe } = await subscribed();
  const end = (await current()).items.data[0]?.current_period_end;

  const cancelled = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  const resumed = await stripe.subscriptions.update(id, { cancel_at_period_end: false });
  control.cancel(id, { atPeriodEnd: true });
  control.renew(id);
  await control.idle();

  expect(cancelled).toMatchObject({ cancel_at: end, cancel_at_period_end: true, status: "active" });
  expect(resumed).toMatchObject({ cancel_at: null, canceled_at: null });
  expect(received.map(({ type }) => type)).toEqual([
    "customer.subscription.updated",
    "customer.subscription.updated",
    "customer.subscription.updated",
    "customer.subscription.deleted",
  ]);
  expect(received[0]?.data.previous_attributes).toMatchObject({ cancel_at_period_end: false });
});

test("metadata is merged and an update without a change is silent", async () => {
  const { control, id, received, stripe } = await subscribed();

  await stripe.subscriptions.update(id, { metadata: { a: "1", b: "2" } });
  const merged = await stripe.subscriptions.update(id, { metadata: { a: "", c: "3" } });
  await stripe.subscriptions.update(id, { metadata: { c: "3" } });
  await control.idle();

  expect(merged.metadata).toEqual({ b: "2", c: "3" });
  expect(received).toHaveLength(2);
});

describe("the portal", () => {
  test.each([
    [{ customer: "" }, "parameter_invalid_empty", "customer"],
    [{ customer: "cus_none" }, "resource_missing", "customer"],
  ])("for %j is refused", async (params, code, param) => {
    const { stripe } = createHarness();

    const error = await errorOf(stripe.billingPortal.sessions.create(params));

    expect(error).toMatchObject({ statusCode: 400, code, param });
  });

  const portal = async () => {
    const harness = await subscribed();
    const session = await harness.stripe.billingPortal.sessions.create({
      customer: harness.customer,
      return_url: `${SITE}/account`,
    });
    const path = new URL(session.url).pathname.replace("/demo", "");
    const text = async () => (await harness.simulator.pages.request(path)).text();
    return { ...harness, path, session, text };
  };

  test("shows the subscription and its invoices", async () => {
    const { session, text } = await portal();

    const page = await text();

    expect(session.url).toBe(`${SITE}/demo/portal/${session.id}`);
    expect(page).toContain("Club");
    expect(page).toContain("$9.99 / month");
    expect(page).toContain("Renews on December 21, 2026.");
    expect(page).toContain("$46.99");
    expect(page).toContain(`href="${SITE}/account"`);
  });

  test("cancels and resumes", async () => {
    const { control, current, id, path, post, session, text, types } = await portal();

    const cancelled = await post(path, { action: "cancel", subscription: id });
    const page = await text();
    const between = await current();
    await post(path, { action: "resume", subscription: id });
    await control.idle();

    expect(cancelled.status).toBe(303);
    expect(cancelled.headers.get("Location")).toBe(session.url);
    expect(page).toContain("Ends on December 21, 2026 and does not renew.");
    expect(between.cancel_at_period_end).toBe(true);
    expect((await current()).cancel_at_period_end).toBe(false);
    expect(types()).toEqual(["customer.subscription.updated", "customer.subscription.updated"]);
  });

  test("touches nobody else's subscription and closes after an hour", async () => {
    const { advance, current, id, path, post, simulator, stripe } = await portal();
    const other = await stripe.customers.create({ email: "other@example.com" });
    const foreign = await stripe.billingPortal.sessions.create({ customer: other.id });

    const refused = await post(`/portal/${foreign.id}`, { action: "cancel", subscription: id });
    advance(3600);
    const late = await post(path, { action: "cancel", subscription: id });

    expect([refused.status, late.status]).toEqual([404, 404]);
    expect((await simulator.pages.request(path)).status).toBe(404);
    expect((await current()).cancel_at_period_end).toBe(false);
  });
});

test.each([
  ["2026-01-31T10:00:00Z", "month", 1, "2026-02-28T10:00:00Z"],
  ["2028-01-31T10:00:00Z", "month", 1, "2028-02-29T10:00:00Z"],
  ["2026-12-15T10:00:00Z", "month", 3, "2027-03-15T10:00:00Z"],
  ["2028-02-29T10:00:00Z", "year", 1, "2029-02-28T10:00:00Z"],
  ["2026-11-21T10:00:00Z", "week", 2, "2026-12-05T10:00:00Z"],
  ["2026-11-21T10:00:00Z", "day", 1, "2026-11-22T10:00:00Z"],
] as const)("a period from %s of one %s times %i ends %s", (start, interval, count, end) => {
  const recurring = {
    interval,
    interval_count: count,
    meter: null,
    trial_period_days: null,
    usage_type: "licensed",
  };

  expect(periodEnd(Date.parse(start) / 1000, recurring)).toBe(Date.parse(end) / 1000);
});
