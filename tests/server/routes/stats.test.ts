import { expect, test } from "vitest";
import type { Stats } from "../../../server/contract/stats.ts";
import { openBrowser, startCheckout } from "../../support/browser.ts";
import { buy, openShop } from "../../support/shop.ts";
import { changeSettings } from "../../support/shop-settings.ts";
import { type Administrator, signInAdmin } from "../../support/table-calls.ts";

const CALL = "/api/admin/stats";

async function open() {
  const t = await openShop({ hasContent: true });
  let signedIn: Administrator | undefined;
  /** Signs in at the first call, because the session ends after a day. */
  const admin = () => (signedIn ??= signInAdmin(t));
  return {
    ...t,
    admin,
    read: async (query = "") => (await admin().call<Stats>("GET", `${CALL}${query}`)).body,
    at: (time: string) => t.clock.advance(new Date(time).getTime() - t.clock.now().getTime()),
    order: (products: number[]) => buy(t, openBrowser(t), { products, email: "anna@example.com" }),
  };
}

test.each([
  ["?period=week", "period"],
  ["?grain=hour", "grain"],
  ["?compare=month", "compare"],
  ["?period=custom", "from"],
  ["?period=custom&from=2026-11-01", "from"],
  ["?period=custom&to=2026-11-01", "from"],
  ["?from=2026-11-01&to=2026-11-02", "from"],
  ["?period=custom&from=2026-11-02&to=2026-11-01", "to"],
  ["?period=custom&from=2026-02-29&to=2026-03-01", "from"],
  ["?period=custom&from=26-02-01&to=2026-03-01", "from"],
  ["?period=custom&from=1999-12-31&to=2026-03-01", "from"],
  ["?period=custom&from=2026-03-01&to=12026-03-01", "to"],
  ["?sourceKind=country&source=it", "sourceKind"],
  ["?sourceKind=referrer", "source"],
  ["?source=example.com", "source"],
  ["?sourceKind=referrer&source=", "source"],
])("%s is refused in words", async (query, field) => {
  const t = await open();
  const { status, body } = await t.admin().call("GET", CALL + query);
  expect([status, body]).toEqual([
    422,
    expect.objectContaining({ errors: { [field]: [expect.stringMatching(/^\w.+\.$/)] } }),
  ]);
});

test("a shop without orders has zero figures", async () => {
  const t = await open();
  const body = await t.read("?period=all");
  expect(body).toMatchObject({ from: "2026-11-21", to: "2026-11-21", before: null });
  expect(body.currencies).toEqual([]);
  expect(body.funnel.steps).toEqual({ landing: 0, pricing: 0, checkout: 0, paid: 0 });
});

test("tax is summed by country and rate, with the tax of refunds apart", async () => {
  const t = await open();
  changeSettings(t, { tax: "added" });
  const pay = async (products: number[], country: string) => {
    const sessionId = await startCheckout(openBrowser(t), products);
    await t.simulator.control.pay(sessionId, { email: "anna@example.com", country });
    await t.settle();
    return sessionId;
  };
  await pay([t.pack], "DE");
  const refunded = await pay([t.pack, t.book], "DE");
  await pay([t.book], "CH");
  await pay([t.book], "US");
  t.simulator.control.refund(refunded, 1000);
  await t.settle();
  const [usd] = (await t.read("?period=today")).currencies;
  // A seventh of the second order was refunded: 1000 of 5831, and 160 of 931 tax.
  const refunds = { refunds: 1000, refundedTax: 160 };
  const none = { refunds: 0, refundedTax: 0 };
  expect(usd?.taxes).toEqual([
    { country: "DE", percent: 19, orders: 2, revenue: 10_234, tax: 1634, ...refunds },
    { country: "CH", percent: 8.1, orders: 1, revenue: 1297, tax: 97, ...none },
    { country: "US", percent: 0, orders: 1, revenue: 1200, tax: 0, ...none },
  ]);
  // Orders of earlier versions have no amounts and rates of their items.
  t.db.sqlite.exec("UPDATE order_items SET paid_amount = NULL, tax_amount = 0, tax_rate = NULL");
  const [older] = (await t.read("?period=today")).currencies;
  expect(older?.taxes.map(({ country, percent, tax }) => [country, percent, tax])).toEqual([
    ["DE", null, 1634],
    ["CH", null, 97],
    ["US", 0, 0],
  ]);
});

test("sales are summed by period, currency, day and product", async () => {
  const t = await open();
  t.at("2026-11-24T23:30:00Z");
  await t.order([t.pack, t.book]);
  await t.order([t.pack]);
  const euros = await t.order([t.book]);
  t.db.sqlite
    .prepare("UPDATE orders SET currency = 'eur', referrer = 'example.com' WHERE session_id = ?")
    .run(euros);
  t.at("2026-11-25T10:00:00Z");
  t.simulator.control.refund(euros, 300);
  await t.settle();
  t.at("2026-11-26T10:00:00Z");
  const body = await t.read("?period=7d");
  expect(body).toMatchObject({
    timeZone: "UTC",
    from: "2026-11-20",
    to: "2026-11-26",
    before: { from: "2026-11-13", to: "2026-11-19" },
  });
  const none = { revenue: 0, orders: 0, refunds: 0 };
  expect(body.currencies).toMatchObject([
    {
      currency: "usd",
      now: { revenue: 8600, orders: 2, refunds: 0 },
      before: none,
      ranked: {
        product: [
          { value: "Premium Pack", orders: 2, revenue: 7400 },
          { value: "Dinosaur Busy Book", orders: 1, revenue: 1200 },
        ],
      },
    },
    { currency: "eur", now: { revenue: 1200, orders: 1, refunds: 300 } },
  ]);
  expect(body.currencies[1]?.series.slice(4)).toEqual([
    { day: "2026-11-24", revenue: 1200, orders: 1, refunds: 0 },
    { day: "2026-11-25", revenue: 0, orders: 0, refunds: 300 },
    { day: "2026-11-26", ...none },
  ]);
  expect(body.funnel).toMatchObject({ steps: { paid: 3 }, extrasPaid: 2 });
  const ofSource = await t.read("?period=7d&sourceKind=referrer&source=example.com");
  expect(ofSource.funnel).toMatchObject({ steps: { paid: 1 }, extrasPaid: 1 });
  expect(ofSource.currencies).toEqual(body.currencies);
  const weeks = (await t.read("?period=30d&grain=week")).currencies[0]?.series;
  expect(weeks?.map(({ day, orders }) => [day, orders])).toEqual([
    ["2026-10-26", 0],
    ["2026-11-02", 0],
    ["2026-11-09", 0],
    ["2026-11-16", 0],
    ["2026-11-23", 2],
  ]);
  const chosen = await t.read("?period=custom&from=2026-11-24&to=2026-11-24");
  expect(chosen).toMatchObject({ from: "2026-11-24", to: "2026-11-24", compare: "before" });
  expect(chosen.currencies.map(({ now }) => now.orders)).toEqual([2, 1]);
  const future = await t.read("?period=custom&from=2027-11-24&to=2027-11-25&compare=year");
  expect(future.before).toEqual({ from: "2026-11-24", to: "2026-11-25" });
  expect(future.currencies).toMatchObject([
    { currency: "eur", now: none, before: { orders: 1, refunds: 300 } },
    { currency: "usd", now: none, before: { orders: 2, refunds: 0 } },
  ]);
  // In Tokyo, orders of 23:30 UTC belong to the next day.
  const { id } = t.db.sqlite.prepare<[], { id: number }>("SELECT id FROM settings").get() ?? {};
  await t.admin().change("settings", id ?? 0, { time_zone: "Asia/Tokyo" });
  const tokyo = await t.read("?period=30d&grain=month");
  expect(tokyo.timeZone).toBe("Asia/Tokyo");
  expect(tokyo.currencies[0]?.series.map(({ day }) => day)).toEqual(["2026-10-01", "2026-11-01"]);
  const days = (await t.read("?period=7d")).currencies[0]?.series;
  expect(days?.filter(({ orders }) => orders > 0).map(({ day }) => day)).toEqual(["2026-11-25"]);
});
