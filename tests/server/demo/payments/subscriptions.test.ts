import { describe, expect, test } from "vitest";
import { periodEnd } from "../../../../server/demo/payments/subscriptions.ts";
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

test("an ended subscription is not renewed", async () => {
  const { control, id } = await subscribed();

  control.cancel(id);

  expect(() => control.renew(id)).toThrow("is canceled");
});

test("a renewal bills the recurring lines for the next period", async () => {
  const { control, current, id, kept, types } = await subscribed();
  const before = await current();

  control.renew(id);
  await control.idle();

  const after = await current();
  expect(after.items.data[0]).toMatchObject({
    current_period_start: before.items.data[0]?.current_period_end,
    current_period_end: Date.parse("2027-01-21T12:00:00Z") / 1000,
  });
  expect(kept("invoice").find((invoice) => invoice.id === after.latest_invoice)).toMatchObject({
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
  const { control, current, id, kept, types } = await subscribed();

  control.renew(id, false);
  const due = await current();
  control.renew(id, false);
  const twice = kept("invoice").at(-1);
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
  expect(kept("invoice").map(({ status }) => status)).toEqual(["paid", "paid"]);
});

test("a subscription is ended at once, or with its period", async () => {
  const { control, current, id, nowSeconds, received } = await subscribed();
  const end = (await current()).items.data[0]?.current_period_end;

  const cancelled = control.cancel(id, { atPeriodEnd: true });
  control.renew(id);
  await control.idle();

  expect(cancelled).toMatchObject({ cancel_at: end, cancel_at_period_end: true, status: "active" });
  expect(await current()).toMatchObject({ status: "canceled", ended_at: nowSeconds() });
  expect(received.map(({ type }) => type)).toEqual([
    "customer.subscription.updated",
    "customer.subscription.deleted",
  ]);
  expect(received[0]?.data.previous_attributes).toMatchObject({ cancel_at_period_end: false });
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

  test("touches no other customer's subscription and closes after an hour", async () => {
    const { advance, control, current, id, path, post, simulator, stripe } = await portal();
    const other = await stripe.checkout.sessions.create(packAndClub());
    await control.pay(other.id);
    const { customer } = await stripe.checkout.sessions.retrieve(other.id);
    const foreign = await stripe.billingPortal.sessions.create({ customer: idOf(customer) });

    const refused = await post(`/portal/${foreign.id}`, { action: "cancel", subscription: id });
    advance(3600);
    const late = await post(path, { action: "cancel", subscription: id });

    expect([refused.status, late.status]).toEqual([404, 404]);
    expect((await simulator.pages.request(path)).status).toBe(404);
    expect((await current()).cancel_at_period_end).toBe(false);
  });
});

test.each([
  ["2026-01-31T10:00:00Z", "month", "2026-02-28T10:00:00Z"],
  ["2028-01-31T10:00:00Z", "month", "2028-02-29T10:00:00Z"],
  ["2026-12-15T10:00:00Z", "month", "2027-01-15T10:00:00Z"],
  ["2028-02-29T10:00:00Z", "year", "2029-02-28T10:00:00Z"],
])("a period from %s of one %s ends %s", (start, interval, end) => {
  expect(periodEnd(Date.parse(start) / 1000, interval)).toBe(Date.parse(end) / 1000);
});
