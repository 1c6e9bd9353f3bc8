import { expect, test } from "vitest";
import { settings } from "../../../../db/content-schema.ts";
import { updateRow } from "../../../../db/record.ts";
import {
  prepareSales,
  sumFinishedDays,
  sumStaleDays,
} from "../../../../server/domain/stats/sum-sales.ts";
import { OFFER_NAMES } from "../../../../server/contract/offer-names.ts";
import { sumDay } from "../../../../server/domain/stats/sales-days.ts";
import { createTestApp } from "../../../support/create-test-app.ts";
import { watchStatements } from "../../../support/query-plans.ts";
import { openBrowser } from "../../../support/browser.ts";
import { buy, openShop } from "../../../support/shop.ts";

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
    t.db.write((tx) =>
      updateRow(tx, settings, 1, { timeZone }, { actor: "test", now: t.clock.now() }),
    );
    await prepareSales(t.deps);
    return result;
  };
  await sumStaleDays(t.deps);
  await sumStaleDays(t.deps);
  expect(
    t.db.sqlite.prepare("SELECT day, revenue FROM sales_days WHERE kind = 'total'").all(),
  ).toEqual([{ day, revenue }]);
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
  expect(plan.filter((step) => /^SCAN (?!sold|\(subquery)/.test(step))).toEqual([]);
});
