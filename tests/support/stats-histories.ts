import fc from "fast-check";
import { OFFER_NAMES } from "../../server/contract/offer-names.ts";
import { type DayRange, STATS_COMPARISONS } from "../../server/contract/stats.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../server/contract/time.ts";
import { lastDayOf, monthsBefore } from "./stats-period-oracle.ts";

/** Time zones that differ in offset, and in size and time of their clock changes. */
const ZONES = [
  "",
  "Europe/Rome",
  "America/New_York",
  "Africa/Cairo",
  "Asia/Beirut",
  "America/Santiago",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Asia/Kathmandu",
];
/** Days shortly before clock changes, a new year or a leap day. */
const STARTS = [
  "2027-03-26",
  "2026-10-24",
  "2027-03-13",
  "2026-10-31",
  "2027-04-03",
  "2027-04-29",
  "2026-09-05",
  "2026-12-30",
  "2028-02-28",
];
/** Names of the products that are sold. */
export const WARES = ["Premium Pack", ...Object.values(OFFER_NAMES)];

const orNull = <Value>(...values: Value[]) => fc.constantFrom(null, ...values);
const purchase = fc.record({
  kind: fc.constant("buy" as const),
  currency: fc.constantFrom("usd", "eur", "jpy"),
  discount: fc.nat(500),
  country: orNull("IT", "US"),
  code: orNull("SPRING", "BF"),
  referrer: orNull("example.com", "news.example"),
  source: orNull("mail"),
  campaign: orNull("may", "june"),
  wares: fc.uniqueArray(fc.nat(WARES.length - 1), { minLength: 1, maxLength: 3 }),
  hasPaidAmounts: fc.boolean(),
  /** Rates of the items in millionths, in turn: without tax, with an unknown rate, 7 %, 19 %. */
  rates: fc.array(fc.constantFrom(0, null, 70_000, 190_000), { minLength: 1, maxLength: 3 }),
  /** Tax of the order that its items do not explain. */
  otherTax: fc.constantFrom(0, 0, 7),
});
export type Purchase = typeof purchase extends fc.Arbitrary<infer Value> ? Value : never;

const nth = fc.nat(20);
const lateMs = fc.constantFrom(0, HOUR_MS, 3 * DAY_MS);
const zone = fc.constantFrom(...ZONES);
const move = fc.oneof(
  { weight: 6, arbitrary: purchase },
  { weight: 2, arbitrary: purchase.map((order) => ({ ...order, kind: "payLater" as const })) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("refund" as const), nth, to: fc.nat(4) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("renew" as const), nth, lateMs }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("restore" as const), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("correct" as const), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("zone" as const), zone }) },
  { weight: 2, arbitrary: fc.constant({ kind: "sum" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("sumMeanwhile" as const), purchase, zone }),
  },
);
const pause = fc.oneof(
  fc.nat(3 * 60).map((minutes) => minutes * MINUTE_MS),
  fc.nat(40 * 24).map((hours) => hours * HOUR_MS),
  fc.constantFrom(0, 15 * MINUTE_MS, HOUR_MS, DAY_MS),
);

/** A random history of a shop, and dates to ask for after it. */
export const salesHistory = fc.record({
  start: fc.constantFrom(...STARTS),
  zone,
  moves: fc.array(fc.record({ pause, move }), { minLength: 1, maxLength: 16 }),
  chosen: fc.record({
    compare: fc.constantFrom(...STATS_COMPARISONS),
    /** Days from the last move to the last day; negative in the past. */
    end: fc.integer({ min: -500, max: 40 }),
    length: fc.oneof(fc.integer({ min: 1, max: 500 }), fc.constantFrom(1, 365, 366)),
    /** Length in calendar months instead of days; 0 for days. */
    months: fc.constantFrom(0, 0, 1, 3, 12),
  }),
});
export type Move = typeof move extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns the days of a custom period: a number of days or calendar months. */
export function chosenDays(
  now: number,
  { end, length, months }: { end: number; length: number; months: number },
): DayRange {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  const to = dayOf(now + end * DAY_MS);
  if (months === 0) return { from: dayOf(now + (end - length + 1) * DAY_MS), to };
  const month = to.slice(0, 7);
  return { from: `${monthsBefore(month, months - 1)}-01`, to: lastDayOf(month) };
}
