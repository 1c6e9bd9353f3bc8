import { expect, test } from "vitest";
import { sumDay } from "../../../../server/domain/stats/sales-days.ts";
import { createTestApp } from "../../../support/create-test-app.ts";

/** A shop with an order that was paid on day 10 and refunded on day 12. */
function open() {
  const { sqlite } = createTestApp().db;
  sqlite.pragma("foreign_keys = OFF");
  sqlite.exec(`
    INSERT INTO orders (id, number, status, currency, total_amount, paid_at, created_at, updated_at)
    VALUES (1, 'A', 'paid', 'usd', 900, ${at(10)}, 0, 0);
    INSERT INTO order_items (order_id, product_id, name, price, type, created_at, updated_at)
    VALUES (1, 1, 'Premium Pack', 900, 'digital', 0, 0);
    UPDATE orders SET refunded_amount = 300, updated_at = ${at(12)};
    CREATE TEMP TABLE deleted AS SELECT * FROM orders;
    DELETE FROM stale_days`);
  return sqlite;
}

const at = (day: number) => day * 86_400_000 + 1;

test.each([
  ["an order's address", "UPDATE orders SET email = 'anna@example.com'", []],
  ["an order's total", "UPDATE orders SET total_amount = 800", [10, 12]],
  ["an order's country", "UPDATE orders SET country = 'IT'", [10, 12]],
  ["an order's campaign", "UPDATE orders SET utm_campaign = 'may'", [10, 12]],
  ["an order's currency", "UPDATE orders SET currency = 'eur'", [10, 12]],
  ["the time of a payment", `UPDATE orders SET paid_at = ${at(11)}`, [10, 11, 12]],
  ["a refund", `UPDATE orders SET refunded_amount = 400, updated_at = ${at(15)}`, [15]],
  ["a failed refund", `UPDATE orders SET refunded_amount = 0, updated_at = ${at(15)}`, [15]],
  ["a deletion", "DELETE FROM orders", [10, 12]],
  [
    "a restored order",
    `DELETE FROM orders; DELETE FROM stale_days; INSERT INTO orders SELECT * FROM temp.deleted`,
    [10, 12],
  ],
  ["an order's tax", "UPDATE orders SET tax_amount = 90", [10, 12]],
  ["an item's price", "UPDATE order_items SET price = 800", [10, 12]],
  ["an item's tax", "UPDATE order_items SET tax_amount = 90", [10, 12]],
  ["an item's tax rate", "UPDATE order_items SET tax_rate = 190000", [10, 12]],
  ["a deleted item", "DELETE FROM order_items", [10, 12]],
])("%s marks the days that it changes", (_what, change, days) => {
  const sqlite = open();
  sqlite.exec(change);
  expect(sqlite.prepare("SELECT day FROM stale_days ORDER BY day").pluck().all()).toEqual(days);
});

test("another change of a marked day is counted", () => {
  const sqlite = open();
  sqlite.exec("UPDATE order_items SET price = 1; UPDATE order_items SET price = 2");
  expect(sqlite.prepare("SELECT * FROM stale_days").all()).toEqual([
    { day: 10, changes: 2 },
    { day: 12, changes: 2 },
  ]);
});

test("an imported order marks no day, and no sum counts it", () => {
  const sqlite = open();
  sqlite.exec(`
    DELETE FROM refund_entries;
    INSERT INTO orders
      (id, number, status, currency, total_amount, paid_at, created_at, updated_at, source, source_id)
    VALUES (2, 'B', 'paid', 'usd', 700, ${at(10)}, 0, 0, 'gumroad', 'a');
    INSERT INTO order_items (order_id, product_id, name, price, type, created_at, updated_at)
    VALUES (2, 1, 'Premium Pack', 700, 'digital', 0, 0);
    UPDATE orders SET refunded_amount = 300, updated_at = ${at(15)} WHERE id = 2;
    UPDATE order_items SET price = 800 WHERE order_id = 2`);
  expect(sqlite.prepare("SELECT day FROM stale_days").pluck().all()).toEqual([]);
  const sums = sumDay({ sqlite }, "1970-01-11", "UTC");
  expect(sums.filter(({ kind }) => kind === "total")).toMatchObject([{ orders: 1, revenue: 900 }]);
  sqlite.exec("DELETE FROM order_items WHERE order_id = 2; DELETE FROM orders WHERE id = 2");
  expect(sqlite.prepare("SELECT day FROM stale_days").pluck().all()).toEqual([]);
  expect(sqlite.prepare("SELECT count(*) FROM refund_entries").pluck().get()).toBe(0);
});
