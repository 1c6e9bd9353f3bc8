import { moneyText } from "../ui/formats.ts";
import { decimalsOf, majorUnits } from "../../../server/contract/format.ts";
import type { Sales, SalesPoint, StatsGrain } from "../../../server/contract/stats.ts";
import { overviewWords as words } from "../../content/admin-overview.ts";

export const TILES = ["revenue", "orders", "refunds", "average"] as const;
export type Tile = (typeof TILES)[number];

const percents = new Intl.NumberFormat("en-US", { style: "percent" });
const smallPercents = new Intl.NumberFormat("en-US", {
  style: "percent",
  maximumFractionDigits: 1,
});
const fullDays = dayFormat({ dateStyle: "medium" });
const shortDays = dayFormat({ month: "short", day: "numeric" });
const months = dayFormat({ month: "long", year: "numeric" });
const shortMonths = dayFormat({ month: "short", year: "numeric" });
const countries = new Intl.DisplayNames("en", { type: "region", fallback: "code" });

function dayFormat(parts: Intl.DateTimeFormatOptions) {
  return new Intl.DateTimeFormat("en-US", { ...parts, timeZone: "UTC" });
}

/** Returns the value of a tile, amounts in cents. The average is 0 without orders. */
export function figureOf(tile: Tile, { revenue, orders, refunds }: Sales): number {
  const average = orders > 0 ? Math.round(revenue / orders) : 0;
  return { revenue, orders, refunds, average }[tile];
}

export type Change = { text: string; direction: -1 | 0 | 1 };

/** Returns the change in percent. Values can be negative: a failed refund counts on the day it fails. */
export function changeOf(now: number, before: number): Change {
  const direction = Math.sign(now - before) as Change["direction"];
  if (before === 0 && direction !== 0) return { text: words.nothingBefore, direction };
  const share = before === 0 ? 0 : (now - before) / Math.abs(before);
  const text = percentText(Math.abs(share));
  if (text === percentText(0)) return { text: words.same, direction: 0 };
  return { text: `${direction > 0 ? "+" : "−"}${text}`, direction };
}

/** Formats a share: 0.123 is "12%"; with one decimal below ten percent. */
export function percentText(share: number): string {
  return (share < 0.0995 ? smallPercents : percents).format(share);
}

/** Returns the share lost between two steps; null after an empty step or if the count rose. */
export function dropOff(before: number, now: number): number | null {
  return before > 0 && now <= before ? (before - now) / before : null;
}

/** Formats the first day of a point: "Nov 26, 2026", "Week of Nov 23, 2026", "November 2026". */
export function pointText(day: string, grain: StatsGrain): string {
  if (grain === "month") return months.format(new Date(day));
  const text = fullDays.format(new Date(day));
  return grain === "week" ? words.week(text) : text;
}

/** Formats the first day of a point for an axis: "Nov 26", or "Nov 2026" of a month. */
export function axisDay(day: string, grain: StatsGrain): string {
  return (grain === "month" ? shortMonths : shortDays).format(new Date(day));
}

/** Formats a range of days: "Nov 20 – 26, 2026", or "Nov 26, 2026" of one day. */
export function daysText(from: string, to: string): string {
  return fullDays.formatRange(new Date(from), new Date(to));
}

/** Formats an amount for an axis: "$1.2K", "€40". */
export function axisMoney(amount: number, currency: string): string {
  return new Intl.NumberFormat(undefined, {
    style: "currency",
    currency,
    notation: "compact",
    maximumFractionDigits: 1,
    minimumFractionDigits: 0,
  }).format(majorUnits(amount, currency));
}

/** Formats a figure of a tile. */
export function figureText(tile: Tile, value: number, currency: string): string {
  return tile === "orders" ? value.toLocaleString("en-US") : moneyText(value, currency);
}

/** Returns the English name of a country code. */
export function countryName(code: string): string {
  if (!/^[A-Za-z]{2}$/.test(code)) return code || words.unknown.country;
  return countries.of(code.toUpperCase()) ?? code;
}

/** Returns the points of a chart as CSV, amounts in major units. */
export function seriesCsv(series: readonly SalesPoint[], currency: string): string {
  const digits = decimalsOf(currency);
  const money = (amount: number) => majorUnits(amount, currency).toFixed(digits);
  const head = "day,currency,revenue,orders,refunds,average";
  const lines = series.map((point) =>
    [
      point.day,
      currency.toUpperCase(),
      money(point.revenue),
      point.orders,
      money(point.refunds),
      money(figureOf("average", point)),
    ].join(","),
  );
  return [head, ...lines, ""].join("\r\n");
}
