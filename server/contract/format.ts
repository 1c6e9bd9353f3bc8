import type { Paper } from "./store.ts";

const BYTES_PER_KB = 1000;
const BYTES_PER_MB = 1_000_000;
/** From here on a size rounds to 1 MB rather than to 1000 kB. */
const LEAST_MB = 999_500;

export const PAPER_NAMES = { a4: "A4", letter: "US Letter" } as const satisfies Record<
  Paper,
  string
>;

/** A price of the shop: "$37", with cents only when there are some. */
export function formatPrice(cents: number, currency: string): string {
  return formatCents(cents, currency, cents % 100 === 0 ? 0 : 2);
}

/** An amount paid: "$37.00 USD". */
export function formatAmount(cents: number, currency: string): string {
  return `${formatCents(cents, currency, 2)} ${currency.toUpperCase()}`;
}

/** A file size for people, in the decimal units of file managers: "820 kB", "1.4 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < LEAST_MB) return `${Math.max(1, Math.round(bytes / BYTES_PER_KB))} kB`;
  const megabytes = bytes / BYTES_PER_MB;
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`;
}

/** A count with its noun: "1 page", "1,402 pages". */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

/** A day in full, by UTC: "January 20, 2027". */
export function formatDay(day: Date): string {
  return day.toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
}

/** A file's title without the paper size at its end, for where the size is said already. */
export function titleWithoutPaper({
  title,
  paper,
}: {
  title: string;
  paper: Paper | null;
}): string {
  const suffix = paper ? ` (${PAPER_NAMES[paper]})` : "";
  return suffix && title.endsWith(suffix) ? title.slice(0, -suffix.length) : title;
}

function formatCents(cents: number, currency: string, digits: 0 | 2): string {
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: currency.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(cents / 100);
}
