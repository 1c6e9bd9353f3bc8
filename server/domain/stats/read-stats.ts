import type { Reader } from "../../../db/client.ts";
import {
  type CurrencyStats,
  DELETED_PRODUCT,
  RANKED_KINDS,
  type RankedKind,
  type RankedValue,
  type Sales,
  type SalesPoint,
  type Stats,
  type StatsGrain,
  type StatsPeriod,
  type StatsSource,
} from "../../contract/stats.ts";
import { addDays, dayAt, daysFrom, mondayOf } from "./zoned-days.ts";
import type { DaySum, SalesSum, StatsInput } from "../../ports/read-worker.ts";
import { readFunnel } from "./funnel.ts";
import { type DayRange, openSales, salesZone } from "./sales-days.ts";

const MOST_RANKED = 10;
const MOST_CODES = 100;
const LENGTHS = { today: 1, "7d": 7, "30d": 30, "90d": 90 } as const;

/** Reads the figures of a period that ends today, in one transaction. */
export function readStats(db: Reader, input: StatsInput): Stats {
  return db.sqlite.transaction(() => readAll(db, input))();
}

function readAll(db: Reader, { period, grain, source, now }: StatsInput): Stats {
  const timeZone = salesZone(db);
  const to = dayAt(now, timeZone);
  const { from, before } = rangesOf(period, to, () => firstDay(db, timeZone));
  const range = { from, to };
  const sales = openSales(db, { from: before?.from ?? from, to });
  const totals = sales.totals().filter((sum) => isIn(range)(sum) || (before && isIn(before)(sum)));
  const ranked = sales.sums(RANKED_KINDS, range);
  // The sums by referrer include each order once, and no renewals, because no visit leads to them.
  const ofSource = ranked.filter(source ? isOf(source) : ({ kind }) => kind === "referrer");
  const points = new Map(daysFrom(from, to).map((day) => [day, pointOf(day, grain)]));
  const sums = { totals, ranked, range, before, points, names: productNames(db) };
  return {
    period,
    grain,
    timeZone,
    ...range,
    before,
    currencies: [...new Set(totals.map(({ currency }) => currency))]
      .map((currency) => currencyStats(currency, sums))
      .toSorted((one, other) => byRevenue(one.now, other.now)),
    funnel: readFunnel(db, {
      ...range,
      source,
      orders: sumOf(ofSource, "orders"),
      extras: sumOf(ofSource, "extras"),
    }),
  };
}

type PeriodSums = {
  totals: DaySum[];
  ranked: SalesSum[];
  range: DayRange;
  before: DayRange | null;
  /** Chart point of each day. */
  points: ReadonlyMap<string, string>;
  /** Product names by id. */
  names: ReadonlyMap<string, string>;
};

function currencyStats(currency: string, sums: PeriodSums): CurrencyStats {
  const { before, points, names } = sums;
  const isCurrency = (sum: SalesSum) => sum.currency === currency;
  const totals = sums.totals.filter(isCurrency);
  const now = totals.filter(isIn(sums.range));
  const ranked = sums.ranked
    .filter(isCurrency)
    .toSorted((one, other) => byRevenue(one, other) || (one.value < other.value ? -1 : 1));
  const rank = (kind: RankedKind): RankedValue[] =>
    ranked
      .filter((sum) => sum.kind === kind)
      .slice(0, kind === "code" ? MOST_CODES : MOST_RANKED)
      .map(({ value, orders, revenue }) => ({ value, orders, revenue }));
  return {
    currency,
    now: salesOf(now),
    before: before && salesOf(totals.filter(isIn(before))),
    series: seriesOf(now, points),
    ranked: {
      product: rank("product").map((sum) => ({
        ...sum,
        value: names.get(sum.value) ?? DELETED_PRODUCT,
      })),
      country: rank("country"),
      code: rank("code"),
      referrer: rank("referrer"),
      utm_source: rank("utm_source"),
      utm_campaign: rank("utm_campaign"),
    },
  };
}

/** Returns a period and the equally long one before; for "year", the same days of last year. */
function rangesOf(
  period: StatsPeriod,
  today: string,
  first: () => string | undefined,
): { from: string; before: DayRange | null } {
  if (period === "all") {
    const from = first();
    return { from: from && from < today ? from : today, before: null };
  }
  if (period === "year") {
    const lastYear = String(Number(today.slice(0, 4)) - 1);
    const sameDay = lastYear + today.slice(4).replace("-02-29", "-02-28");
    return {
      from: `${today.slice(0, 4)}-01-01`,
      before: { from: `${lastYear}-01-01`, to: sameDay },
    };
  }
  const days = LENGTHS[period];
  const from = addDays(today, 1 - days);
  return { from, before: { from: addDays(from, -days), to: addDays(from, -1) } };
}

/** Returns the day of the first sale or visit. */
function firstDay({ sqlite }: Reader, zone: string): string | undefined {
  const paidAt = sqlite.prepare<[], number>(
    `SELECT paid_at FROM orders INDEXED BY orders_by_paid_at
     WHERE paid_at > 0 AND status = 'paid' ORDER BY paid_at LIMIT 1`,
  );
  const visit = sqlite.prepare<[], string>(
    "SELECT day FROM visits WHERE step = 'page' ORDER BY day LIMIT 1",
  );
  const sold = paidAt
    .pluck()
    .all()
    .map((time) => dayAt(time, zone));
  return [...sold, ...visit.pluck().all()].toSorted()[0];
}

function seriesOf(totals: DaySum[], points: ReadonlyMap<string, string>): SalesPoint[] {
  const ofPoints = Map.groupBy(totals, ({ day }) => points.get(day));
  return [...new Set(points.values())].map((day) => ({
    day,
    ...salesOf(ofPoints.get(day) ?? []),
  }));
}

function pointOf(day: string, grain: StatsGrain): string {
  if (grain === "day") return day;
  return grain === "week" ? mondayOf(day) : `${day.slice(0, 7)}-01`;
}

function productNames({ sqlite }: Reader): Map<string, string> {
  const names = sqlite.prepare<[], [id: string, name: string]>(
    "SELECT CAST(id AS TEXT), name FROM products",
  );
  return new Map(names.raw().all());
}

const isIn =
  ({ from, to }: DayRange) =>
  ({ day }: DaySum) =>
    from <= day && day <= to;

const isOf = (source: StatsSource) => (sum: SalesSum) =>
  sum.kind === source.kind && sum.value === source.value;

const sumOf = (sums: readonly SalesSum[], of: "orders" | "revenue" | "refunds" | "extras") =>
  sums.reduce((sum, row) => sum + row[of], 0);

const salesOf = (sums: readonly SalesSum[]): Sales => ({
  revenue: sumOf(sums, "revenue"),
  orders: sumOf(sums, "orders"),
  refunds: sumOf(sums, "refunds"),
});

const byRevenue = (one: Pick<Sales, "revenue" | "orders">, other: typeof one) =>
  other.revenue - one.revenue || other.orders - one.orders;
