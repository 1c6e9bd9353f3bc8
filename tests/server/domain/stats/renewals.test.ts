import { expect, test } from "vitest";
import { orderItems } from "../../../../db/schema.ts";
import { renewals } from "../../../../db/stats-schema.ts";
import type { StatsPeriod } from "../../../../server/contract/stats.ts";
import { reconcile } from "../../../../server/domain/money/reconcile.ts";
import { sumStaleDays } from "../../../../server/domain/stats/sum-sales.ts";
import { FIRST_END, member, SECOND_END } from "../../../support/member.ts";
import { startCheckout } from "../../../support/browser.ts";
import { DAY_MS, eventsOfType, openClubShop, ordersOf } from "../../../support/money.ts";
import { changeSettings } from "../../../support/shop-settings.ts";

/** Creates a member who is due for the first renewal. */
async function due() {
  const membership = await member();
  const { shop, control, id, until } = membership;
  until(FIRST_END, 0);
  return {
    ...membership,
    renew: (isPaid = true) => control.renew(id, isPaid),
    paymentOf: () =>
      String(eventsOfType(shop, "payment_intent.succeeded").at(-1)?.data.object.id ?? ""),
    rows: () => shop.db.select().from(renewals).all(),
    async read(period: StatsPeriod = "7d") {
      const now = shop.clock.now().getTime();
      const view = { period, days: null, compare: "before", grain: "day" } as const;
      const input = { ...view, source: null, now };
      return shop.deps.reads.run("stats", input);
    },
  };
}

test("an unpaid renewal is in no figure, and is counted on the day of its payment", async () => {
  const { shop, renew, rows, read } = await due();
  renew(false);
  await shop.settle();
  expect(rows()).toEqual([]);
  shop.clock.advance(3 * DAY_MS);
  renew();
  await shop.settle();
  const { currencies, funnel } = await read();
  const [usd] = currencies;
  expect(usd).toMatchObject({ now: { revenue: 999, orders: 1, refunds: 0 } });
  expect(usd?.series.filter(({ orders }) => orders > 0)).toMatchObject([{ day: "2026-12-24" }]);
  const sum = { orders: 1, revenue: 999 };
  expect(usd?.ranked).toEqual({
    product: [{ value: "Monthly Club", ...sum }],
    country: [{ value: expect.any(String), ...sum }],
    code: [],
    referrer: [],
    utm_source: [],
    utm_campaign: [],
  });
  // No visit leads to a renewal.
  expect(funnel.steps.paid).toBe(0);
});

test("a renewal is counted once, however often its events come", async () => {
  const { shop, control, renew, rows, read } = await due();
  renew();
  await shop.settle();
  for (const { id } of eventsOfType(shop, "invoice.paid")) {
    shop.db.sqlite.exec("UPDATE webhook_events SET handled_at = NULL");
    await control.webhooks.send(id);
    await shop.settle();
  }
  expect(rows()).toHaveLength(1);
  const [usd] = (await read("all")).currencies;
  expect(usd?.now).toEqual({ revenue: 2 * 999, orders: 2, refunds: 0 });
});

/** Renews a subscription that was taxed at the first payment; `taxRate` is the rate stored then. */
async function renewTaxed(tax: "added" | "included", country: string, taxRate: number | null) {
  const shop = await openClubShop();
  changeSettings(shop, { tax });
  const sessionId = await startCheckout(shop.browser, [shop.club]);
  const { control } = shop.simulator;
  await control.pay(sessionId, { email: "anna@example.com", country });
  await shop.settle();
  shop.db.update(orderItems).set({ taxRate }).run();
  shop.clock.advance(31 * DAY_MS);
  control.renew(ordersOf(shop)[0]?.subscriptionId ?? "", true);
  await shop.settle();
  return { shop, rows: shop.db.select().from(renewals).all() };
}

test.each([
  ["added", "DE", 190_000, { amount: 1189, taxAmount: 190, taxRate: 190_000 }],
  ["included", "DE", 190_000, { amount: 999, taxAmount: 160, taxRate: 190_000 }],
  ["added", "US", null, { amount: 999, taxAmount: 0, taxRate: null }],
  // The rate was 16 % at the first payment.
  ["added", "DE", 160_000, { amount: 1189, taxAmount: 190, taxRate: null }],
] as const)("with tax %s, a renewal from %s after a rate of %j is %j", async (...row) => {
  const [tax, country, taxRate, expected] = row;
  const { rows } = await renewTaxed(tax, country, taxRate);
  expect(rows).toMatchObject([expected]);
});

test("refunds of an order and of its renewal each take the tax of their own payment", async () => {
  const { shop, rows } = await renewTaxed("added", "DE", 190_000);
  const { control } = shop.simulator;
  control.refund(rows[0]?.paymentIntentId ?? "", 10);
  await shop.settle();
  shop.clock.advance(1000);
  control.refund(ordersOf(shop)[0]?.paymentIntentId ?? "", 500);
  await shop.settle();
  shop.db.update(renewals).set({ taxRate: null }).run();
  const view = { period: "all", days: null, compare: "before", grain: "day" } as const;
  const now = shop.clock.now().getTime();
  const { currencies } = await shop.deps.reads.run("stats", { ...view, source: null, now });
  // 190 of 1189 is tax, so 1.6 of 10 and 79.9 of 500.
  const payment = { country: "DE", orders: 1, revenue: 1189, tax: 190 };
  expect(currencies[0]?.taxes.toSorted((one, other) => one.refunds - other.refunds)).toEqual([
    { ...payment, percent: null, refunds: 10, refundedTax: 2 },
    { ...payment, percent: 19, refunds: 500, refundedTax: 80 },
  ]);
});

test("a renewal whose webhook was lost is counted on the day of its payment", async () => {
  const { shop, control, renew, rows } = await due();
  control.webhooks.mode = "hold";
  renew();
  shop.clock.advance(DAY_MS / 2);
  await reconcile(shop.deps);
  await shop.settle();
  expect(rows()).toMatchObject([{ paidAt: FIRST_END, amount: 999 }]);
});

test("refunds of a renewal count on their day, also after the next renewal", async () => {
  const { shop, control, renew, until, paymentOf, read } = await due();
  renew();
  await shop.settle();
  const payment = paymentOf();
  await sumStaleDays(shop.deps);
  control.refund(payment, 100);
  await shop.settle();
  until(SECOND_END, 0);
  renew();
  await shop.settle();
  await sumStaleDays(shop.deps);
  control.refund(payment, 200);
  await shop.settle();
  const [usd] = (await read("all")).currencies;
  expect(usd?.now).toEqual({ revenue: 3 * 999, orders: 3, refunds: 300 });
  const days = usd?.series.filter(({ refunds }) => refunds !== 0);
  expect(days).toMatchObject([
    { day: "2026-12-21", refunds: 100 },
    { day: "2027-01-21", refunds: 200 },
  ]);
});
