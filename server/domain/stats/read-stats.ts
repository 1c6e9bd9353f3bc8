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
  type StatsSource,
  type TaxSum,
} from "../../contract/stats.ts";
import { dayAt, daysFrom, mondayOf } from "./zoned-days.ts";
import type { DaySum, SalesSum, StatsInput } from "../../ports/read-worker.ts";
import { readFunnel } from "./funnel.ts";
import { rangesOf } from "./periods.ts";
import { openSales, salesZone } from "./sales-days.ts";

const MOST_RANKED = 10;
const MOST_CODES = 100;
const MILLIONTHS_A_PERCENT = 10_000;

/** Reads the figures of a period in one transaction. */
export function readStats(db: Reader, input: StatsInput): Stats {
  return db.sqlite.transaction(() => readAll(db, input))();
}

function readAll(db: Reader, input: StatsInput): Stats {
  const { period, grain, compare, source } = input;
  const timeZone = salesZone(db);
  const today = dayAt(input.now, timeZone);
  const { before, ...range } = rangesOf(input, today, () => firstDay(db, timeZone));
  const sales = openSales(db, range);
  const totals = sales.totals();
  const earlier = before && openSales(db, before).totals();
  const ranked = sales.sums([...RANKED_KINDS, "tax"], range);
  // The sums by referrer include each order once, and no renewals, because no visit leads to them.
  const ofSource = ranked.filter(source ? isOf(source) : ({ kind }) => kind === "referrer");
  const points = new Map(daysFrom(range.from, range.to).map((day) => [day, pointOf(day, grain)]));
  const sums = { totals, earlier, ranked, points, names: productNames(db) };
  const currencies = [...totals, ...(earlier ?? [])].map(({ currency }) => currency);
  return {
    period,
    grain,
    timeZone,
    ...range,
    compare,
    before,
    currencies: [...new Set(currencies)]
      .map((currency) => currencyStats(currency, sums))
      .toSorted((one, other) => byRevenue(one.now, other.now)),
    imported: countImported(db),
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
  /** Totals of the period that this one is compared with. */
  earlier: DaySum[] | null;
  ranked: SalesSum[];
  /** Chart point of each day. */
  points: ReadonlyMap<string, string>;
  /** Product names by id. */
  names: ReadonlyMap<string, string>;
};

function currencyStats(currency: string, sums: PeriodSums): CurrencyStats {
  const { earlier, points, names } = sums;
  const isCurrency = (sum: SalesSum) => sum.currency === currency;
  const now = sums.totals.filter(isCurrency);
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
    before: earlier && salesOf(earlier.filter(isCurrency)),
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
    taxes: ranked.filter(({ kind }) => kind === "tax").map(taxSumOf),
  };
}

function taxSumOf(sum: SalesSum): TaxSum {
  const [country = "", rate = ""] = sum.value.split(":");
  return {
    country,
    percent: rate === "" ? null : Number(rate) / MILLIONTHS_A_PERCENT,
    ...salesOf([sum]),
    tax: sum.tax,
    refundedTax: sum.refunded_tax,
  };
}

/** Returns the day of the first sale or visit. */
function firstDay({ sqlite }: Reader, zone: string): string | undefined {
  const paidAt = sqlite.prepare<[], number>(
    `SELECT paid_at FROM orders INDEXED BY orders_by_paid_at
     WHERE paid_at > 0 AND status = 'paid' AND source = 'own' ORDER BY paid_at LIMIT 1`,
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

function countImported({ sqlite }: Reader): number {
  const count = sqlite.prepare("SELECT count(*) FROM orders WHERE source <> 'own'").pluck();
  return Number(count.get());
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
