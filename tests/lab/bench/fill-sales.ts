import type { Database } from "better-sqlite3";
import { fillFast } from "./fill.ts";

const DAY_MS = 86_400_000;
const DAYS_WITH_VISITS_A_DAY = 25 * 30;

const NUMBERS = (count: string) =>
  `WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`;
const list = (name: string, count: number) =>
  `${name} AS (SELECT value AS ${name} FROM generated WHERE value < ${count})`;

/**
 * Adds paid orders, one in five with an extra and one in fifty refunded, and counted visits, evenly
 * over `days` until now.
 */
export function fillSales(
  dataDir: string,
  { orders, days }: { orders: number; days: number },
): void {
  fillFast(dataDir, (sqlite) => {
    fillOrders(sqlite, { orders, days });
    fillVisits(sqlite, { now: Date.now(), days });
  });
}

function fillOrders(sqlite: Database, { orders, days }: { orders: number; days: number }): void {
  const now = Date.now();
  const values = { orders, now, span: days * DAY_MS };
  sqlite
    .prepare(
      `${NUMBERS("@orders")}, sales AS (
         SELECT n, @now - CAST((@orders - n) * 1.0 * @span / @orders AS INTEGER) AS paid FROM numbers)
       INSERT INTO orders (id, number, status, email, currency, total_amount, tax_amount, paid_at,
         country, discount_code, referrer, utm_source, utm_campaign, created_at, updated_at)
       SELECT n, printf('%04X-%04X', n >> 16, n & 65535), 'paid', printf('buyer-%d@example.com', n),
         CASE WHEN n % 10 < 8 THEN 'usd' WHEN n % 10 = 8 THEN 'eur' ELSE 'gbp' END,
         3700 + n % 50 * 100, 500, paid, char(65 + n % 5, 65 + n * 7 % 6),
         iif(n % 10 = 0, 'CODE' || n % 12, NULL),
         iif(n % 3 > 0, printf('site-%d.example', n * 31 % 40), NULL),
         iif(n % 4 = 0, 'source-' || n % 8, NULL), iif(n % 4 = 0, 'campaign-' || n % 24, NULL),
         paid, paid FROM sales`,
    )
    .run(values);
  for (const [nth, name] of [
    [1, "Premium Pack"],
    [5, "Dinosaur Busy Book"],
  ]) {
    sqlite
      .prepare(
        `INSERT INTO order_items (order_id, product_id, name, price, type, paid_amount, tax_amount,
           tax_rate, created_at, updated_at)
         SELECT id, iif(@nth = 1, 1, 2 + id % 9), @name, 3700, 'digital',
           iif(@nth = 1, total_amount, 0), iif(@nth = 1, 500, 0),
           iif(@nth = 1, 190000 + id % 3 * 10000, NULL), paid_at, paid_at
         FROM orders WHERE id % @nth = 0`,
      )
      .run({ nth, name });
  }
  sqlite.exec("UPDATE orders SET refunded_amount = 900 WHERE id % 50 = 0");
}

/** Adds 400 rows of visits a day, and for days older than 25 months a month. */
function fillVisits(sqlite: Database, { now, days }: { now: number; days: number }): void {
  sqlite
    .prepare(
      `${NUMBERS("@days")}, generated AS (SELECT n - 1 AS value FROM numbers WHERE n <= 20),
       times AS (SELECT date((@now - (n - 1) * ${DAY_MS}) / 1000, 'unixepoch') AS day, n FROM numbers),
       ${list("path", 12)}, ${list("source", 10)}, ${list("device", 3)}
       INSERT INTO visits (step, day, path, referrer, utm_source, utm_campaign, device, count)
       SELECT 'page', day, iif(path = 0, '/', '/page-' || path),
         iif(source = 0, '', printf('site-%d.example', source)), iif(source % 3 = 1, 'mail', ''),
         iif(source % 3 = 1, 'campaign-' || source, ''),
         CASE device WHEN 0 THEN 'phone' WHEN 1 THEN 'tablet' ELSE 'desktop' END, 1 + n % 7
       FROM times, path, source, device
       WHERE n <= ${DAYS_WITH_VISITS_A_DAY} OR day LIKE '%-01'`,
    )
    .run({ now, days });
  sqlite.exec(`INSERT INTO visits SELECT column1, day, '/', referrer, utm_source, utm_campaign,
    device, count FROM visits, (VALUES ('pricing'), ('checkout')) WHERE step = 'page' AND path = '/'`);
}
