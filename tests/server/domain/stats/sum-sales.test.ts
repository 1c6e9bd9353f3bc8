import { expect, test } from "vitest";
import { sumFinishedDays } from "../../../../server/domain/stats/sum-sales.ts";
import { openBrowser } from "../../../support/browser.ts";
import { buy, openShop } from "../../../support/shop.ts";

const DAY_MS = 86_400_000;

test("the sums of a day are stored when it is over, and again when an order of it changes", async () => {
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
