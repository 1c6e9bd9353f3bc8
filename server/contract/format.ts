import type { Paper } from "./store.ts";

/** "$37.00 USD": cents as money with two decimals and the currency's code. */
export function formatMoney(cents: number, currency: string): string {
  const code = currency.toUpperCase();
  const amount = new Intl.NumberFormat("en-US", { style: "currency", currency: code }).format(
    cents / 100,
  );
  return `${amount} ${code}`;
}

/** "840 kB" or "1.2 MB", in the decimal units that file managers show. */
export function formatBytes(bytes: number): string {
  if (bytes < 999_500) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** "A4" or "US Letter". */
export function paperName(paper: Paper): string {
  return paper === "a4" ? "A4" : "US Letter";
}

/** "January 20, 2027" (UTC). */
export function formatDay(day: Date): string {
  return day.toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
}
