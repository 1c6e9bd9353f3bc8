import { describe, expect, test } from "vitest";
import { periodEnd } from "../../../../server/demo/payments/subscriptions.ts";
import { createHarness, errorOf, idOf, packAndClub, SITE } from "./harness.ts";

const FIRST_END = Date.parse("2026-12-21T12:00:00Z") / 1000;
const SECOND_END = Date.parse("2027-01-21T12:00:00Z") / 1000;

async function subscribed() {
  const harness = createHarness();
  const { control, stripe } = harness;
  const { id } = await stripe.checkout.sessions.create(
    packAndClub({
      customer_email: "anna@example.com",
      subscription_data: { metadata: { order_id: "5" } },
    }),
  );
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
  test.each([
    [{ customer: undefined }, "parameter_missing", "customer"],
    [{ customer: "cus_none" }, "resource_missing", "customer"],
    [{ customer: "cus_none", locale: "de" as const }, "parameter_unknown", "locale"],
  ])("for %j is refused", async (params, code, param) => {
    const error = await errorOf(createHarness().stripe.billingPortal.sessions.create(params));
    expect(error).toMatchObject({ statusCode: 400, code, param });
  });

  async function portal() {
    const harness = await subscribed();
    const { url } = await harness.stripe.billingPortal.sessions.create({
      customer: idOf(harness.session.customer),
      return_url: `${SITE}/account`,
    });
    const path = new URL(url).pathname.replace("/demo", "");
    const text = async () => (await harness.simulator.pages.request(path)).text();
    return { ...harness, path, url, text };
  }

  test("touches no other customer's subscription and closes after an hour", async () => {
    const { advance, control, current, id, path, post, simulator, stripe } = await portal();
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

  test("shows the subscription and its invoices", async () => {
    const page = await (await portal()).text();
    const shown = ["Club", "$9.99 / month", "Renews on December 21, 2026.", "$46.99"];
    for (const text of [...shown, `href="${SITE}/account"`]) expect(page).toContain(text);
  });

  test("cancels and resumes", async () => {
    const { control, current, id, path, post, text, types, url } = await portal();
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
  const { control, current, id, kept, nowSeconds, session, started, stripe } = await subscribed();
  const [intent] = kept("payment_intent");
  expect(session).toMatchObject({
    amount_total: 4699,
    invoice: {
      amount_paid: 4699,
      billing_reason: "subscription_create",
      customer_email: "anna@example.com",
      customer_name: "Anna",
      parent: { subscription_details: { metadata: { order_id: "5" } } },
      payments: { data: [{ payment: { payment_intent: intent?.id } }] },
      status: "paid",
    },
    payment_intent: null,
    payment_status: "paid",
    subscription: { metadata: { order_id: "5" }, status: "active" },
  });
  expect((await current()).items.data).toMatchObject([
    {
      current_period_start: nowSeconds(),
      current_period_end: FIRST_END,
      price: { unit_amount: 999, recurring: { interval: "month" } },
    },
  ]);
  expect(intent).toMatchObject({ amount: 4699 });
  expect(started).toEqual([
    "customer.subscription.created",
    "charge.succeeded",
    "payment_intent.succeeded",
    "invoice.paid",
    "checkout.session.completed",
  ]);
  control.renew(id);
  const payment = { type: "payment_intent" as const, payment_intent: idOf(intent) };
  expect((await stripe.invoicePayments.list({ payment })).data).toMatchObject([
    { invoice: idOf(session.invoice), status: "paid" },
  ]);
});

describe("a subscription", () => {
  test("is billed for its recurring lines with the next period", async () => {
    const { control, current, id, kept, types } = await subscribed();
    control.renew(id);
    await control.idle();
    expect((await current()).items.data).toMatchObject([
      { current_period_start: FIRST_END, current_period_end: SECOND_END },
    ]);
    expect(kept("invoice").at(-1)).toMatchObject({
      id: (await current()).latest_invoice,
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

  test("is past due from a failed renewal until its invoice is paid", async () => {
    const { control, current, id, kept, types } = await subscribed();
    control.renew(id, false);
    const { latest_invoice } = await current();
    control.renew(id, false);
    expect((await current()).status).toBe("past_due");
    expect(kept("invoice").map(({ status }) => status)).toEqual(["paid", "open"]);
    control.renew(id);
    await control.idle();
    expect(await current()).toMatchObject({
      status: "active",
      latest_invoice,
      items: { data: [{ current_period_end: SECOND_END }] },
    });
    expect(types().filter((type) => type.startsWith("invoice."))).toEqual([
      "invoice.payment_failed",
      "invoice.payment_failed",
      "invoice.paid",
    ]);
    expect(kept("invoice").map(({ status }) => status)).toEqual(["paid", "paid"]);
  });

  test("ends with its period or at once, and is renewed no more", async () => {
    const { control, current, id, nowSeconds, types } = await subscribed();
    control.cancel(id, { atPeriodEnd: true });
    expect(await current()).toMatchObject({ cancel_at: FIRST_END, status: "active" });
    control.renew(id);
    await control.idle();
    expect(await current()).toMatchObject({ status: "canceled", ended_at: nowSeconds() });
    expect(types()).toEqual(["customer.subscription.updated", "customer.subscription.deleted"]);
    expect(() => control.renew(id)).toThrow("is canceled");
  });

  test.each([
    ["2026-01-31T10:00:00Z", "month", "2026-02-28T10:00:00Z"],
    ["2028-01-31T10:00:00Z", "month", "2028-02-29T10:00:00Z"],
    ["2026-12-15T10:00:00Z", "month", "2027-01-15T10:00:00Z"],
    ["2028-02-29T10:00:00Z", "year", "2029-02-28T10:00:00Z"],
  ])("from %s has a period of one %s until %s", (start, interval, end) => {
    expect(periodEnd(Date.parse(start) / 1000, interval)).toBe(Date.parse(end) / 1000);
  });
});
