import type { Reader } from "../../../db/client.ts";
import type { SalesKind } from "../../../db/enums.ts";
import { OFFER_NAMES } from "../../contract/offer-names.ts";
import type { DayRange } from "../../contract/stats.ts";
import { DAY_MS } from "../../contract/time.ts";
import { TAX_SUMS, TAX_TABLES } from "./tax-sums.ts";
import { addDays, dayAt, daysFrom, startOfDay } from "./zoned-days.ts";
import type { DaySum, SalesSum, StaleDay } from "../../ports/read-worker.ts";

export const SALES_ZONE = "sales-zone";

/** Returns the time zone of the stored sums. */
export function salesZone({ sqlite }: Pick<Reader, "sqlite">): string {
  const zone = sqlite.prepare("SELECT value FROM store_facts WHERE name = ?").pluck();
  return String(zone.get(SALES_ZONE) ?? "UTC");
}

/** Kinds whose value is a column of the order. Only country and referrer count unknown values. */
const COLUMNS = [
  ["country", "coalesce(country, '')", ""],
  ["referrer", "coalesce(referrer, '')", ""],
  ["code", "discount_code", "WHERE discount_code <> ''"],
  ["utm_source", "utm_source", "WHERE utm_source <> ''"],
  ["utm_campaign", "utm_campaign", "WHERE utm_campaign <> ''"],
] satisfies [SalesKind, value: string, where: string][];

const SOLD = "count(*), sum(total_amount), 0, sum(extra), 0, 0";

/** Kinds that count renewals of subscriptions, each as an order. */
const RENEWED = [
  ["total", "''", ""],
  ["product", "CAST(product_id AS TEXT)", "AND product_id IS NOT NULL"],
  ["country", "coalesce(country, '')", ""],
] satisfies [SalesKind, value: string, where: string][];

/**
 * Sums the payments and refunds from @start (inclusive) to @end (exclusive). CROSS JOIN keeps
 * SQLite from reading all items first.
 */
const SUM_OF_DAY = `
  WITH sold AS MATERIALIZED (
    SELECT id, currency, total_amount, country, discount_code, referrer, utm_source, utm_campaign,
      EXISTS (SELECT 1 FROM order_items LEFT JOIN settings ON settings.id = 1
        WHERE order_id = orders.id AND (instr(name, @upsell) OR name IN (@upsell2, @downsell)
          OR product_id IN (first_offer_id, second_offer_id, last_offer_id))) AS extra
    FROM orders INDEXED BY orders_by_paid_at
    WHERE paid_at >= @start AND paid_at < @end AND status = 'paid' AND source = 'own'),
  ${TAX_TABLES}
  SELECT kind, value, currency, sum(orders) AS orders, sum(revenue) AS revenue,
    sum(refunds) AS refunds, sum(extras) AS extras, sum(tax) AS tax,
    sum(refunded_tax) AS refunded_tax
  FROM (
    ${TAX_SUMS}
    UNION ALL SELECT 'total', '', currency, ${SOLD} FROM sold GROUP BY currency
    UNION ALL SELECT 'total', '', currency, 0, 0, sum(amount), 0, 0, 0
    FROM refunds_of_day JOIN orders ON orders.id = order_id GROUP BY currency
    UNION ALL SELECT 'product', CAST(product_id AS TEXT), currency, count(*),
      sum(coalesce(paid_amount, price * quantity)), 0, 0, 0, 0
    FROM sold CROSS JOIN order_items ON order_id = sold.id GROUP BY product_id, currency
    ${COLUMNS.map(
      ([kind, value, where]) => `UNION ALL
      SELECT '${kind}', ${value}, currency, ${SOLD} FROM sold ${where} GROUP BY 2, currency`,
    ).join("\n")}
    ${RENEWED.map(
      ([kind, value, where]) => `UNION ALL
      SELECT '${kind}', ${value}, currency, count(*), sum(amount), 0, 0, 0, 0
      FROM renewals INDEXED BY renewals_by_paid_at
      WHERE paid_at >= @start AND paid_at < @end ${where} GROUP BY 2, currency`,
    ).join("\n")}
  ) GROUP BY kind, value, currency`;

/** Sums a day from its orders. */
export function sumDay({ sqlite }: Pick<Reader, "sqlite">, day: string, zone: string): DaySum[] {
  const start = startOfDay(day, zone);
  const end = startOfDay(addDays(day, 1), zone);
  const sums = sqlite.prepare<unknown[], SalesSum>(SUM_OF_DAY).all({ start, end, ...OFFER_NAMES });
  return sums.map((sum) => ({ ...sum, day }));
}

/** Returns the days in a time zone that overlap these UTC days, in order. */
export function overlapping(stale: readonly StaleDay[], zone: string): string[] {
  const days = stale.flatMap(({ day }) =>
    daysFrom(dayAt(day * DAY_MS, zone), dayAt((day + 1) * DAY_MS - 1, zone)),
  );
  return [...new Set(days)].toSorted();
}

/**
 * Opens the sums of a range of days. Stale days are summed from their orders, so the sums are exact
 * within the caller's transaction.
 */
export function openSales({ sqlite }: Pick<Reader, "sqlite">, { from, to }: DayRange) {
  const zone = salesZone({ sqlite });
  // A day of any time zone overlaps the UTC days next to its own at most.
  const stale = sqlite
    .prepare<unknown[], StaleDay>("SELECT * FROM stale_days WHERE day BETWEEN ? AND ? ORDER BY day")
    .all(Date.parse(from) / DAY_MS - 1, Date.parse(to) / DAY_MS + 1);
  const changed = overlapping(stale, zone).filter((day) => from <= day && day <= to);
  const live = changed.flatMap((day) => sumDay({ sqlite }, day, zone));
  const isStale = new Set(changed);

  return {
    /** Totals by day and currency, without days that have no orders or refunds. */
    totals(): DaySum[] {
      const stored = sqlite
        .prepare<unknown[], DaySum>(
          "SELECT * FROM sales_days WHERE kind = 'total' AND day BETWEEN ? AND ?",
        )
        .all(from, to);
      const clean = stored.filter(({ day }) => !isStale.has(day));
      return [...clean, ...live.filter(({ kind }) => kind === "total")];
    },
    /** Sums of each value of these kinds over a range within the opened one. */
    sums(kinds: readonly SalesKind[], range: DayRange): SalesSum[] {
      const { months, days } = wholeMonths(range, isStale);
      return sqlite.prepare<unknown[], SalesSum>(SUM_OF_RANGE).all({
        kinds: JSON.stringify(kinds),
        months: JSON.stringify(months),
        days: JSON.stringify(days),
        live: JSON.stringify(live.filter(({ day }) => range.from <= day && day <= range.to)),
      });
    },
  };
}

/** Query of `DaySum` rows passed as JSON in one parameter. */
export const sumsIn = (parameter: string) => `
  SELECT value ->> 'kind' AS kind, value ->> 'day' AS day, value ->> 'value' AS value,
    value ->> 'currency' AS currency, value ->> 'orders' AS orders, value ->> 'revenue' AS revenue,
    value ->> 'refunds' AS refunds, value ->> 'extras' AS extras, value ->> 'tax' AS tax,
    value ->> 'refunded_tax' AS refunded_tax
  FROM json_each(${parameter})`;
const listed = (name: string) => `(SELECT value FROM json_each(@${name}))`;
const COLUMNS_OF_SUM = "kind, value, currency, orders, revenue, refunds, extras, tax, refunded_tax";
const SUM_OF_RANGE = `
  SELECT kind, value, currency, sum(orders) AS orders, sum(revenue) AS revenue,
    sum(refunds) AS refunds, sum(extras) AS extras, sum(tax) AS tax,
    sum(refunded_tax) AS refunded_tax
  FROM (
    SELECT ${COLUMNS_OF_SUM} FROM sales_months
    WHERE kind IN ${listed("kinds")} AND month IN ${listed("months")}
    UNION ALL SELECT ${COLUMNS_OF_SUM} FROM sales_days
    WHERE kind IN ${listed("kinds")} AND day IN ${listed("days")}
    UNION ALL SELECT ${COLUMNS_OF_SUM} FROM (${sumsIn("@live")}) WHERE kind IN ${listed("kinds")}
  ) GROUP BY kind, value, currency
  HAVING sum(orders) <> 0 OR sum(refunds) <> 0 OR sum(refunded_tax) <> 0`;

/** Splits the days of a range that are not stale into whole months and remaining days. */
export function wholeMonths({ from, to }: DayRange, isStale: ReadonlySet<string>) {
  const months: string[] = [];
  const days: string[] = [];
  for (let first = from; first <= to;) {
    const month = first.slice(0, 7);
    const next = addDays(`${month}-01`, 31).slice(0, 7);
    const last = addDays(`${next}-01`, -1);
    const inMonth = daysFrom(first, last < to ? last : to);
    const clean = inMonth.filter((day) => !isStale.has(day));
    const isWhole = first.endsWith("-01") && last <= to && clean.length === inMonth.length;
    if (isWhole) months.push(month);
    else days.push(...clean);
    first = addDays(last, 1);
  }
  return { months, days };
}
