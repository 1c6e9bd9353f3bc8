import { csvLine, writeCell } from "../../../server/contract/csv.ts";
import type { DayRange, TaxSum } from "../../../server/contract/stats.ts";
import { overviewWords as words } from "../../content/admin-overview.ts";

const CSV_COLUMNS = [
  "from",
  "to",
  "country",
  "rate_percent",
  "currency",
  "orders",
  "revenue_cents",
  "net_revenue_cents",
  "tax_cents",
  "refunds_cents",
  "net_refunds_cents",
  "refunded_tax_cents",
];

/** Formats a tax rate: "8.1%". */
export function rateText(percent: number | null): string {
  if (percent === null) return words.unknownRate;
  return percent === 0 ? words.noTax : `${percent}%`;
}

/** Adds up the amounts of all countries and rates. */
export function totalTax(taxes: readonly TaxSum[]) {
  const sumOf = (name: "revenue" | "tax" | "refunds" | "refundedTax") =>
    taxes.reduce((sum, each) => sum + each[name], 0);
  return {
    revenue: sumOf("revenue"),
    tax: sumOf("tax"),
    refunds: sumOf("refunds"),
    refundedTax: sumOf("refundedTax"),
  };
}

type TaxCsvOptions = { currency: string; days: DayRange };

/**
 * Returns the sums as CSV by country and rate. Amounts are integers in the currency's smallest unit;
 * the country or rate is empty if unknown.
 */
export function taxCsv(taxes: readonly TaxSum[], { currency, days }: TaxCsvOptions): string {
  const sorted = taxes.toSorted(
    (one, other) =>
      one.country.localeCompare(other.country) || (one.percent ?? -1) - (other.percent ?? -1),
  );
  const lines = sorted.map(({ country, percent, orders, revenue, tax, refunds, refundedTax }) => [
    days.from,
    days.to,
    country && writeCell("text", country),
    percent === null ? "" : String(percent),
    currency.toUpperCase(),
    ...[orders, revenue, revenue - tax, tax, refunds, refunds - refundedTax, refundedTax].map(
      String,
    ),
  ]);
  return [CSV_COLUMNS, ...lines].map(csvLine).join("");
}
