import { expect, test } from "vitest";
import { settings } from "../../../../db/content-schema.ts";
import {
  prepareSales,
  sumFinishedDays,
  sumStaleDays,
} from "../../../../server/domain/stats/sum-sales.ts";
import { addDays, daysFrom } from "../../../../server/domain/stats/zoned-days.ts";
import { OFFER_NAMES } from "../../../../server/contract/offer-names.ts";
import { overlapping, sumDay } from "../../../../server/domain/stats/sales-days.ts";
import { createTestApp } from "../../../support/create-test-app.ts";
import { watchStatements } from "../../../support/query-plans.ts";
import { openBrowser } from "../../../support/browser.ts";
import { buy, openShop } from "../../../support/shop.ts";
import { changeRow } from "../../../support/rows.ts";

const DAY_MS = 86_400_000;

test("the sums of a day are stored when it is over, and again when one of its orders changes", async () => {
  const t = await openShop();
  const stored = () =>
    t.db.sqlite
      .prepare("SELECT day, orders, revenue, refunds FROM sales_days WHERE kind = 'total'")
      .all();
  const marks = () => t.db.sqlite.prepare("SELECT day FROM stale_days").all();
  const sessionId = await buy(t, openBrowser(t), { products: [t.book], email: "a@example.com" });
  await sumFinishedDays(t.deps);
  expect(stored()).toEqual([]);
  t.clock.advance(DAY_MS);
  await sumFinishedDays(t.deps);
  const sold = { day: "2026-11-21", orders: 1, revenue: 1200, refunds: 0 };
  expect([stored(), marks()]).toEqual([[sold], []]);
  t.simulator.control.refund(sessionId, 200);
  await t.settle();
  t.clock.advance(DAY_MS);
  await sumFinishedDays(t.deps);
  const refunded = { day: "2026-11-22", orders: 0, revenue: 0, refunds: 200 };
  expect([stored(), marks()]).toEqual([[sold, refunded], []]);
});

test.each([
  ["an order changes", "UPDATE orders SET total_amount = 1300", "UTC", ["2026-11-21", 1300]],
  ["the time zone changes", "SELECT 1", "Asia/Tokyo", ["2026-11-22", 1200]],
])("sums are made again if %s meanwhile", async (_what, change, timeZone, [day, revenue]) => {
  const t = await openShop({ hasContent: true });
  t.clock.advance(DAY_MS / 4);
  await buy(t, openBrowser(t), { products: [t.book], email: "a@example.com" });
  const { run } = t.deps.reads;
  let isChanged = false;
  t.deps.reads.run = async (name, input) => {
    const result = await run(name, input);
    if (isChanged) return result;
    isChanged = true;
    t.db.sqlite.exec(change);
    changeRow(t, settings, 1, { timeZone });
    await prepareSales(t.deps);
    return result;
  };
  await sumStaleDays(t.deps);
  await sumStaleDays(t.deps);
  expect(
    t.db.sqlite.prepare("SELECT day, revenue FROM sales_days WHERE kind = 'total'").all(),
  ).toEqual([{ day, revenue }]);
});

test("sales and refunds count on one day each, also when a day has 25 or 23 hours", async () => {
  const t = await openShop();
  const id = await buy(t, openBrowser(t), { products: [t.book], email: "a@example.com" });
  t.simulator.control.refund(id, 200);
  await t.settle();
  const setPaid = t.db.sqlite.prepare("UPDATE orders SET paid_at = ?");
  const setRefunded = t.db.sqlite.prepare("UPDATE refund_entries SET created_at = ?");
  for (const [time, day] of BERLIN_DAYS) {
    setPaid.run(Date.parse(time));
    setRefunded.run(Date.parse(time));
    const around = daysFrom(addDays(day, -2), addDays(day, 2));
    const sums = around.flatMap((each) => sumDay(t.db, each, "Europe/Berlin"));
    const totals = sums.filter(({ kind }) => kind === "total");
    expect(totals).toMatchObject([{ day, orders: 1, revenue: 1200, refunds: 200 }]);
  }
});

test("an order with a chosen offer counts as one with an extra", async () => {
  const t = await openShop({ hasContent: true });
  await buy(t, openBrowser(t), { products: [t.pack], email: "a@example.com" });
  const extras = () =>
    sumDay(t.db, "2026-11-21", "UTC").find(({ kind }) => kind === "total")?.extras;
  expect(extras()).toBe(0);
  changeRow(t, settings, 1, { secondOfferId: t.pack });
  expect(extras()).toBe(1);
});

/** Times and their days in Berlin, where October 25 has 25 hours and March 29 has 23. */
const BERLIN_DAYS = [
  ["2026-10-24T21:59:59.999Z", "2026-10-24"],
  ["2026-10-24T22:00:00.000Z", "2026-10-25"],
  ["2026-10-25T22:30:00.000Z", "2026-10-25"],
  ["2026-10-25T22:59:59.999Z", "2026-10-25"],
  ["2026-10-25T23:00:00.000Z", "2026-10-26"],
  ["2026-03-28T23:00:00.000Z", "2026-03-29"],
  ["2026-03-29T21:59:59.999Z", "2026-03-29"],
  ["2026-03-29T22:30:00.000Z", "2026-03-30"],
] as const;

test.each([
  ["UTC", ["2026-10-25"]],
  ["Europe/Berlin", ["2026-10-25", "2026-10-26"]],
  ["America/New_York", ["2026-10-24", "2026-10-25"]],
])("a changed UTC day overlaps in %s the days %j", (zone, days) => {
  const stale = [{ day: Date.parse("2026-10-25") / DAY_MS, changes: 1 }];
  expect(overlapping(stale, zone)).toEqual(days);
});

test("summing a day scans no table", () => {
  const watched = watchStatements();
  const { db } = createTestApp();
  sumDay(db, "2026-11-21", "UTC");
  const source = watched.stop().find((each) => each.includes("WITH sold"));
  const plan = db.sqlite
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${source}`)
    .all({ start: 0, end: 1, ...OFFER_NAMES })
    .map(({ detail }) => detail);
  expect(plan).toContainEqual(expect.stringMatching(/^SEARCH orders USING .*paid_at/));
  expect(plan).toContainEqual(expect.stringMatching(/^SEARCH refund_entries USING .*created_at/));
  const ofDay = /^SCAN (?!sold|refunds_of_day|taxed|rated|tax_parts|parts|\(subquery)/;
  expect(plan.filter((step) => ofDay.test(step))).toEqual([]);
});
