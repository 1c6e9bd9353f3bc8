import { OFFER_NAMES } from "../../server/contract/offer-names.ts";
import type { CurrencyStats, RankedKind, Sales, StatsGrain } from "../../server/contract/stats.ts";
import type { StatsInput } from "../../server/ports/read-worker.ts";
import { periodOf } from "./stats-period-oracle.ts";
import { countTaxes } from "./stats-tax-oracle.ts";

/** A paid order of a test, the input of the oracle. */
export type SoldOrder = {
  paidAt: number;
  currency: string;
  total: number;
  /** Part of the total; it may differ from the tax of the items. */
  tax: number;
  country: string | null;
  code: string | null;
  referrer: string | null;
  source: string | null;
  campaign: string | null;
  items: { name: string; amount: number; tax: number; rate: number | null }[];
  /** Whether the amounts of the items are stored. */
  hasPaidAmounts: boolean;
  refunds: { at: number; amount: number }[];
  renewals: SoldRenewal[];
};

/** A paid renewal; without `items` if it renewed several products, and `tax` null if not stored. */
export type SoldRenewal = Pick<SoldOrder, "paidAt" | "total" | "country" | "refunds"> & {
  items: { name: string; amount: number }[];
  tax: number | null;
  rate: number | null;
};

type Question = Omit<StatsInput, "source"> & { grain: StatsGrain; timeZone: string };

const EXTRAS: readonly string[] = Object.values(OFFER_NAMES);

/** Counts the sales of a period one order at a time. */
export function countSales(orders: readonly SoldOrder[], question: Question) {
  const { grain, timeZone, now } = question;
  const dayOf = dayCounter(timeZone);
  const first = orders.map(({ paidAt }) => dayOf(paidAt)).toSorted()[0];
  const { days, isNow, isBefore } = periodOf({ ...question, today: dayOf(now), first });
  const currencies = new Set<string>();
  for (const order of orders) {
    const times = [order, ...order.renewals].flatMap(({ paidAt, refunds }) => [
      paidAt,
      ...refunds.map(({ at }) => at),
    ]);
    const isShown = (day: string) => isNow(day) || isBefore?.(day);
    if (times.some((time) => isShown(dayOf(time)))) currencies.add(order.currency);
  }
  const sold = orders.filter(({ paidAt }) => isNow(dayOf(paidAt)));
  const extras = sold.filter(({ items }) => items.some(({ name }) => EXTRAS.includes(name)));
  return {
    from: days[0],
    to: days.at(-1),
    currencies: [...currencies].toSorted().map(statsOf),
    paid: sold.length,
    extras: extras.length,
  };

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
    const inPeriod = (isIn: (day: string) => boolean) => events.filter(({ day }) => isIn(day));
    const points = new Map(days.map((day) => [pointOf(day), [] as typeof events]));
    for (const event of inPeriod(isNow)) points.get(pointOf(event.day))?.push(event);
    return {
      currency,
      now: addUp(inPeriod(isNow)),
      before: isBefore && addUp(inPeriod(isBefore)),
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
      taxes: countTaxes(own, (time) => isNow(dayOf(time))),
    };

    function rank<Payment extends Pick<SoldRenewal, "paidAt">>(
      all: readonly Payment[],
      partsOf: (payment: Payment) => [value: string, revenue: number][],
    ) {
      const found = new Map<string, { orders: number; revenue: number }>();
      for (const payment of all.filter(({ paidAt }) => isNow(dayOf(paidAt)))) {
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
