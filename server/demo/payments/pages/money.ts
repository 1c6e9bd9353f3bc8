import { decimalsOf, majorUnits } from "../../../contract/format.ts";
import type { LineItem, Price } from "../types.ts";

/** An amount in the currency's smallest unit as US English text: 3700 and "usd" give "$37.00". */
export function money(amount: number, currency: string): string {
  const digits = decimalsOf(currency);
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(majorUnits(amount, currency));
}

/** A line's amount with its rhythm: "$9.99 / month". */
export function lineAmount(line: LineItem): string {
  return money(line.amount_total, line.currency) + rhythm(line.price);
}

/** " / month", " every 3 months", or nothing for a one-time price. */
export function rhythm(price: Price): string {
  if (!price.recurring) return "";
  const { interval, interval_count: count } = price.recurring;
  return count === 1 ? ` / ${interval}` : ` every ${count} ${interval}s`;
}
