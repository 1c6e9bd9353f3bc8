import { expect, test } from "vitest";
import { listChecks } from "../../../../server/domain/issues/checks.ts";
import { stripePayments } from "../../../../server/integrations/stripe/payments.ts";
import { askProvider } from "../../../../server/domain/issues/clock.ts";
import { reconcile } from "../../../../server/domain/money/reconcile.ts";
import { createTestApp } from "../../../support/create-test-app.ts";
import { behindUs, lineOf, mendPayments, troubleOf, watchRound } from "../../../support/health.ts";
import { fillGrowingTables, planOf, watchStatements } from "../../../support/query-plans.ts";
import { buy, MINUTE_MS, openShop } from "../../../support/shop.ts";
import { skipPauses } from "../../../support/skip-pauses.ts";
import { eventBody, postWebhook, signed } from "../../../support/webhooks.ts";

skipPauses();

test("a shop at work has nothing to tell", async () => {
  const shop = await openShop();
  await buy(shop, shop.browser, { products: [shop.pack] });
  await reconcile(shop.deps);
  await watchRound(shop);
  expect(await troubleOf(shop)).toEqual({});
  expect(await lineOf(shop, "payments")).toMatch(
    /^ok: This is the demo: .* answered 0 seconds ago/,
  );
  expect(await lineOf(shop, "version")).toMatch(/^ok: Papercub \d+\.\d+\.\d+, schema \d+, Bun 1\./);
});

test("a provider that does not answer is told when that lasts", async () => {
  const t = createTestApp();
  behindUs(t, 0);
  await watchRound(t);
  mendPayments(t, { readClock: async () => Promise.reject(new Error("No answer.")) });
  await watchRound(t);
  expect(await lineOf(t, "payments")).toMatch(/^warn/);
  t.clock.advance(3 * MINUTE_MS);
  await watchRound(t);
  expect(await lineOf(t, "payments")).toMatch(
    /^bad: .* hasn't answered for 3 minutes: nobody can pay/,
  );
  behindUs(t, 0);
  await watchRound(t);
  expect(await lineOf(t, "payments")).toMatch(/^ok/);
});

test("a key that the provider refuses is told after the next round, and no more once it is right", async () => {
  const t = createTestApp();
  const { payments } = t.deps;
  const { stripe } = t.deps.config;
  t.deps.payments = stripePayments({ ...stripe, secretKey: "sk_old", fetch: t.simulator.fetch });
  await expect(reconcile(t.deps)).rejects.toThrow();
  expect(await lineOf(t, "payments")).toMatch(/^bad: The payment provider refuses the secret key/);
  t.deps.payments = payments;
  await reconcile(t.deps);
  await watchRound(t);
  expect(await lineOf(t, "payments")).toMatch(/^ok/);
});

test("an event that fails again and again, and a list that can't be had, are told in time", async () => {
  const shop = await openShop();
  shop.simulator.control.faults.next({ kind: "500", path: "/v1/checkout", times: 1000 });
  const body = eventBody({ objectId: "cs_test_of_an_order" });
  await postWebhook(shop, body, signed(body));
  for (let n = 0; n < 4; n++) {
    await shop.settle();
    shop.clock.advance(5 * MINUTE_MS);
  }
  expect(await lineOf(shop, "inbox")).toMatch(
    /^bad: 1 event to handle, the oldest for 20 minutes. 1 event failed repeatedly/,
  );
  expect(await lineOf(shop, "payments")).toMatch(/^bad: .* couldn't be listed for 20 minutes/);
});

test("no check reads a growing table at large", async () => {
  const watched = watchStatements();
  const t = createTestApp();
  await listChecks(t.deps);
  const statements = watched.stop().filter((sql) => /INDEXED BY/.test(sql));
  expect(statements.length).toBe(9);
  const { sqlite } = createTestApp().db;
  fillGrowingTables(sqlite);
  for (const sql of statements) {
    const plan = planOf(sqlite, sql);
    expect(plan.filter((step) => /^SCAN (?!.*INDEX)/.test(step))).toEqual([]);
  }
});

async function clockAfter(aheadMs: number): Promise<string> {
  const t = createTestApp();
  behindUs(t, aheadMs);
  await askProvider(t.deps);
  return lineOf(t, "clock");
}

test.each([
  [6 * MINUTE_MS, /^bad: .* 6 minutes ahead of the payment provider's: every webhook is refused/],
  [10 * MINUTE_MS, /^bad: .* 10 minutes ahead/],
  [-10 * MINUTE_MS, /^bad: .* 10 minutes behind the payment provider's: .* wrong times/],
  [2 * MINUTE_MS, /^warn: .* 2 minutes ahead/],
  [-40 * 1000, /^warn: .* 4[01] seconds behind/],
])("a clock that is %i ms ahead is told", async (aheadMs, expected) => {
  expect(await clockAfter(aheadMs)).toMatch(expected);
});

test.each([0, 900, -900, 20 * 1000])("a clock %i ms off is right", async (aheadMs) => {
  expect(await clockAfter(aheadMs)).toMatch(/^ok: The clock is correct/);
});

test("nothing is said of a clock that was not compared, or long ago", async () => {
  const t = createTestApp();
  expect(await lineOf(t, "clock")).toMatch(/^unknown/);
  behindUs(t, 0);
  await askProvider(t.deps);
  mendPayments(t, { readClock: () => Promise.reject(new Error("No answer.")) });
  t.clock.advance(6 * MINUTE_MS);
  expect(await lineOf(t, "clock")).toMatch(/^unknown/);
});
