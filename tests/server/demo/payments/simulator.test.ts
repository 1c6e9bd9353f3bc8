import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { fileStore } from "../../../../server/demo/payments/store.ts";
import { periodEnd } from "../../../../server/demo/payments/billing.ts";
import { createHarness, line, onePack, packAndClub, SITE } from "./harness.ts";

const KEY = { idempotencyKey: "click-1" };
const LATER = { card: "4000000000003220" };

test("an idempotency key gets the first response again for a day, and is free after a refusal", async () => {
  const { advance, stripe } = createHarness();
  const { sessions } = stripe.checkout;
  const tooSmall = onePack({ line_items: [line("Pack", 49)] });
  await expect(sessions.create(tooSmall, KEY)).rejects.toMatchObject({
    statusCode: 400,
    message: "The total amount due must add up to at least $0.50",
  });
  const first = await sessions.create(onePack(), KEY);
  expect(await sessions.create(onePack(), KEY)).toEqual(first);
  await expect(sessions.create(packAndClub(), KEY)).rejects.toMatchObject({
    type: "StripeIdempotencyError",
    statusCode: 400,
  });
  advance(24 * 3600);
  expect((await sessions.create(onePack(), KEY)).id).not.toBe(first.id);
});

test("an unknown parameter is refused, as at the provider", async () => {
  const { stripe, simulator } = createHarness();
  const asked = { limit: 1, ending_before: "cs_test_1" };
  await expect(stripe.checkout.sessions.list(asked)).rejects.toMatchObject({
    statusCode: 400,
    code: "parameter_unknown",
    param: "ending_before",
    message: "Received unknown parameter: ending_before",
  });
  const made = { name: "Book", shippable: true };
  await expect(stripe.products.create(made)).rejects.toMatchObject({ param: "shippable" });
  expect(simulator.context.store.list("product")).toEqual([]);
});

test("a list has pages of ten, newest first", async () => {
  const { stripe } = createHarness();
  const ids: string[] = [];
  while (ids.length < 11) ids.unshift((await stripe.checkout.sessions.create(onePack())).id);
  const page = await stripe.checkout.sessions.list();
  expect(page.data.map(({ id }) => id)).toEqual(ids.slice(0, 10));
  const next = await stripe.checkout.sessions.list({ starting_after: ids[9] ?? "" });
  expect(next.data.map(({ id }) => id)).toEqual(ids.slice(10));
  expect([page.has_more, next.has_more]).toEqual([true, false]);
});

describe("a webhook", () => {
  test("is signed, and repeated until it is accepted", async () => {
    const { answers, control, received, stripe, types } = createHarness();
    answers.push(500, 302);
    const { id } = await stripe.checkout.sessions.create(onePack());
    await stripe.checkout.sessions.expire(id);
    expect(received).toEqual([]);
    await control.idle();
    expect(types()).toEqual(Array.from({ length: 3 }, () => "checkout.session.expired"));
    expect(received[0]?.data.object).toMatchObject({ id, status: "expired" });
  });

  test.each([
    ["given up after the last retry", [0, 0], 3],
    ["not retried by a stopped simulator", [60_000], 1],
  ])("is %s", async (_fact, retryDelaysMs, attempts) => {
    const { answers, control, received, stripe } = createHarness({ retryDelaysMs });
    answers.push(500, 500, 500, 500);
    await stripe.checkout.sessions.expire((await stripe.checkout.sessions.create(onePack())).id);
    await expect.poll(() => received).toHaveLength(attempts);
    control.stop();
    await control.idle();
    expect(received).toHaveLength(attempts);
  });
});

test("a delayed payment settles by itself", async () => {
  const { control, stripe } = createHarness({ settlementSeconds: 0 });
  const { id } = await stripe.checkout.sessions.create(packAndClub());
  await control.pay(id, LATER);
  expect(control.sessions()).toMatchObject([{ status: "complete", payment_status: "unpaid" }]);
  await expect.poll(control.sessions).toMatchObject([{ payment_status: "paid" }]);
});

describe("a file store", () => {
  function temporaryPath(): string {
    const folder = mkdtempSync(join(tmpdir(), "payments-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    return join(folder, "demo", "payments.jsonl");
  }

  test("persists records and keys, and catches up after a restart", async () => {
    const path = temporaryPath();
    const before = createHarness({ store: fileStore(path), settlementSeconds: 20 });
    const delayed = await before.stripe.checkout.sessions.create(onePack(), KEY);
    const open = await before.stripe.checkout.sessions.create(onePack());
    await before.control.pay(delayed.id, LATER);
    await before.control.idle();
    before.control.stop();
    // A crash truncated the last line.
    appendFileSync(path, '{"kind":"product","record":{"id":"prod_cu');

    const after = createHarness({ store: fileStore(path) });
    expect(readFileSync(path, "utf8")).not.toContain("prod_cu\n");
    expect(after.control.events()).toEqual(before.control.events());
    expect((await after.stripe.checkout.sessions.create(onePack(), KEY)).id).toBe(delayed.id);
    after.advance(25 * 3600);
    expect((await after.stripe.checkout.sessions.list()).data).toMatchObject([
      { id: open.id, status: "expired", payment_status: "unpaid" },
      { id: delayed.id, status: "complete", payment_status: "paid" },
    ]);
  });

  test("drops the history of its records when it is opened", async () => {
    const path = temporaryPath();
    const { control, stripe } = createHarness({ store: fileStore(path) });
    control.expire((await stripe.checkout.sessions.create(onePack())).id);
    const states = () => readFileSync(path, "utf8").match(/"kind":"checkout.session"/g)?.length;
    expect(states()).toBe(2);
    fileStore(path);
    expect(states()).toBe(1);
  });
});

describe("the portal", () => {
  async function openPortal() {
    const harness = createHarness();
    const { control, received, stripe } = harness;
    await control.pay((await stripe.checkout.sessions.create(packAndClub())).id);
    await control.idle();
    received.length = 0;
    const [session] = control.sessions();
    const subscription = session?.subscription ?? "";
    const params = { customer: session?.customer ?? "", return_url: `${SITE}/account` };
    const { url } = await stripe.billingPortal.sessions.create(params);
    return { ...harness, subscription, url, path: new URL(url).pathname.replace("/demo", "") };
  }

  test("shows a subscription and its invoices, cancels and resumes it", async () => {
    const { control, get, path, post, subscription, types, url, stripe } = await openPortal();
    const text = async () => (await get(path)).text();
    const page = await text();
    const shown = ["Club", "$9.99 / month", "Renews on December 21, 2026.", "$46.99"];
    for (const part of [...shown, `href="${SITE}/account"`]) expect(page).toContain(part);
    const cancelled = await post(path, { action: "cancel", subscription });
    expect([cancelled.status, cancelled.headers.get("Location")]).toEqual([303, url]);
    expect(await text()).toContain("Ends on December 21, 2026 and does not renew.");
    await post(path, { action: "resume", subscription });
    await post(path, { action: "resume", subscription });
    await control.idle();
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ cancel_at: null });
    expect(types()).toEqual(["customer.subscription.updated", "customer.subscription.updated"]);
  });

  test("changes no other customer's subscription and closes after an hour", async () => {
    const { advance, get, path, post, subscription, stripe } = await openPortal();
    const foreign = await stripe.billingPortal.sessions.create({ customer: "cus_other" });
    const refused = await post(`/portal/${foreign.id}`, { action: "cancel", subscription });
    advance(3600);
    const late = await post(path, { action: "cancel", subscription });
    expect([refused.status, late.status, (await get(path)).status]).toEqual([404, 404, 404]);
    const { cancel_at_period_end } = await stripe.subscriptions.retrieve(subscription);
    expect(cancel_at_period_end).toBe(false);
  });
});

test.each([
  ["2026-01-31T10:00:00Z", "month", "2026-02-28T10:00:00Z"],
  ["2026-12-15T10:00:00Z", "month", "2027-01-15T10:00:00Z"],
  ["2028-02-29T10:00:00Z", "year", "2029-02-28T10:00:00Z"],
])("from %s a period of one %s ends at %s", (start, interval, end) => {
  expect(periodEnd(Date.parse(start) / 1000, interval)).toBe(Date.parse(end) / 1000);
});
