import { OFFER_NAMES } from "../../server/contract/offer-names.ts";
import type {
  CurrencyStats,
  RankedKind,
  Sales,
  StatsGrain,
  StatsPeriod,
} from "../../server/contract/stats.ts";

/** A paid order of a test, the input of the oracle. */
export type SoldOrder = {
  paidAt: number;
  currency: string;
  total: number;
  country: string | null;
  code: string | null;
  referrer: string | null;
  source: string | null;
  campaign: string | null;
  items: { name: string; amount: number }[];
  refunds: { at: number; amount: number }[];
  renewals: SoldRenewal[];
};

/** A paid renewal; without `items` if it renewed several products. */
export type SoldRenewal = Pick<SoldOrder, "paidAt" | "total" | "country" | "items" | "refunds">;

type Question = { period: StatsPeriod; grain: StatsGrain; timeZone: string; now: number };

const LENGTHS = { today: 1, "7d": 7, "30d": 30, "90d": 90 };
const EXTRAS: readonly string[] = Object.values(OFFER_NAMES);

/** Counts the sales of a period one order at a time. */
export function countSales(orders: readonly SoldOrder[], question: Question) {
  const { period, grain, timeZone, now } = question;
  const dayOf = dayCounter(timeZone);
  const to = dayOf(now);
  const year = Number(to.slice(0, 4));
  const first = orders.map(({ paidAt }) => dayOf(paidAt)).toSorted()[0] ?? to;
  const isInPeriod = periodTest();
  const days = listDays();
  const currencies = new Set<string>();
  for (const order of orders) {
    const times = [order, ...order.renewals].flatMap(({ paidAt, refunds }) => [
      paidAt,
      ...refunds.map(({ at }) => at),
    ]);
    if (times.some((time) => ["now", "before"].includes(isInPeriod(dayOf(time))))) {
      currencies.add(order.currency);
    }
  }
  const sold = orders.filter(({ paidAt }) => isInPeriod(dayOf(paidAt)) === "now");
  const extras = sold.filter(({ items }) => items.some(({ name }) => EXTRAS.includes(name)));
  return {
    from: days[0],
    to,
    currencies: [...currencies].toSorted().map(statsOf),
    paid: sold.length,
    extras: extras.length,
  };

  function periodTest(): (day: string) => "now" | "before" | "other" {
    if (period === "all") return (day) => (day <= to ? "now" : "other");
    if (period === "year") {
      const lastYear = `${year - 1}${to.slice(4)}`;
      return (day) => {
        if (day.startsWith(`${year}`)) return day <= to ? "now" : "other";
        return day.startsWith(`${year - 1}`) && day <= lastYear ? "before" : "other";
      };
    }
    const length = LENGTHS[period];
    return (day) => {
      const ago = (Date.parse(to) - Date.parse(day)) / 86_400_000;
      if (ago < 0 || ago >= 2 * length) return "other";
      return ago < length ? "now" : "before";
    };
  }

  function listDays(): string[] {
    const found: string[] = [];
    const date = new Date(to);
    for (;;) {
      const day = date.toISOString().slice(0, 10);
      if (isInPeriod(day) !== "now" || (period === "all" && day < first)) break;
      found.unshift(day);
      date.setUTCDate(date.getUTCDate() - 1);
    }
    return found;
  }

  function pointOf(day: string): string {
    const date = new Date(day);
    if (grain === "month") date.setUTCDate(1);
    // Back to Monday.
    while (grain === "week" && date.getUTCDay() !== 1) date.setUTCDate(date.getUTCDate() - 1);
    return date.toISOString().slice(0, 10);
  }

  function statsOf(currency: string): CurrencyStats {
    const own = orders.filter((order) => order.currency === currency);
    const payments = own.flatMap((order) => [order, ...order.renewals]);
    const events = payments.flatMap(({ paidAt, total, refunds }) => [
      { day: dayOf(paidAt), revenue: total, orders: 1, refunds: 0 },
      ...refunds.map(({ at, amount }) => ({
        day: dayOf(at),
        revenue: 0,
        orders: 0,
        refunds: amount,
      })),
    ]);
    const inPeriod = (which: "now" | "before") =>
      events.filter(({ day }) => isInPeriod(day) === which);
    const points = new Map(days.map((day) => [pointOf(day), [] as typeof events]));
    for (const event of inPeriod("now")) points.get(pointOf(event.day))?.push(event);
    return {
      currency,
      now: addUp(inPeriod("now")),
      before: period === "all" ? null : addUp(inPeriod("before")),
      series: [...points].map(([day, ofPoint]) => ({ day, ...addUp(ofPoint) })),
      ranked: {
        product: rank(payments, ({ items }) => items.map(({ name, amount }) => [name, amount])),
        country: rank(payments, ({ country, total }) => [[country ?? "", total]]),
        code: rank(own, ({ code, total }) => (code === null ? [] : [[code, total]])),
        referrer: rank(own, ({ referrer, total }) => [[referrer ?? "", total]]),
        utm_source: rank(own, ({ source, total }) => (source === null ? [] : [[source, total]])),
        utm_campaign: rank(own, ({ campaign, total }) =>
          campaign === null ? [] : [[campaign, total]],
        ),
      } satisfies Record<RankedKind, unknown>,
    };

    function rank<Payment extends SoldRenewal>(
      all: readonly Payment[],
      partsOf: (payment: Payment) => [value: string, revenue: number][],
    ) {
      const found = new Map<string, { orders: number; revenue: number }>();
      for (const payment of all.filter(({ paidAt }) => isInPeriod(dayOf(paidAt)) === "now")) {
        for (const [value, revenue] of partsOf(payment)) {
          const known = found.get(value) ?? { orders: 0, revenue: 0 };
          found.set(value, { orders: known.orders + 1, revenue: known.revenue + revenue });
        }
      }
      return [...found].map(([value, sums]) => ({ value, ...sums }));
    }
  }
}

/** Returns a function from times to days. It caches days, because formatting is slow. */
function dayCounter(timeZone: string): (time: number) => string {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  const known = new Map<number, string>();
  return (time) => {
    const day = known.get(time) ?? format.format(time);
    known.set(time, day);
    return day;
  };
}

function addUp(events: readonly Sales[]): Sales {
  const sum = { revenue: 0, orders: 0, refunds: 0 };
  for (const { revenue, orders, refunds } of events) {
    sum.revenue += revenue;
    sum.orders += orders;
    sum.refunds += refunds;
  }
  return sum;
}
