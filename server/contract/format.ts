import type { Paper } from "./answers.ts";

const BYTES_PER_KB = 1000;
const BYTES_PER_MB = 1_000_000;
const BYTES_PER_GB = 1_000_000_000;
/** From here on a size rounds to 1 MB rather than to 1000 kB. */
const LEAST_MB = 999_500;

export const PAPER_NAMES = { a4: "A4", letter: "US Letter" } as const satisfies Record<
  Paper,
  string
>;

// How the payment provider counts. The browsers' own tables say something else, and not all the same:
// for Stripe 3700 are 37 krónur or forints, and of Ugandan shillings too; see "Special cases" in
// https://docs.stripe.com/currencies. Of three decimals it takes only amounts that end in 0.
const NO_DECIMALS = "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" ");
const THREE_DECIMALS = "BHD JOD KWD OMR TND".split(" ");

/** How many digits of an amount in a currency's smallest unit stand behind the point. */
export function decimalsOf(currency: string): 0 | 2 | 3 {
  const code = currency.toUpperCase();
  if (NO_DECIMALS.includes(code)) return 0;
  return THREE_DECIMALS.includes(code) ? 3 : 2;
}

/** An amount of the currency's smallest unit in its major unit: 3700 cents are 37. */
export function majorUnits(amount: number, currency: string): number {
  return amount / 10 ** decimalsOf(currency);
}

/** A shop price in the smallest unit: "$37", cents only when there are some. */
export function formatPrice(amount: number, currency: string): string {
  const isWhole = Number.isInteger(majorUnits(amount, currency));
  return formatMoney(amount, currency, isWhole ? 0 : decimalsOf(currency));
}

/** An amount paid, given in the smallest unit: "$37.00 USD". */
export function formatAmount(amount: number, currency: string): string {
  return `${formatMoney(amount, currency)} ${currency.toUpperCase()}`;
}

/** A file size for people, in the decimal units of file managers: "820 kB", "1.4 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < LEAST_MB) return `${Math.max(1, Math.round(bytes / BYTES_PER_KB))} kB`;
  const megabytes = bytes / BYTES_PER_MB;
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`;
}

/** A count with its noun: "1 page", "1,402 pages". */
export function countOf(count: number, noun: string): string {
  return `${grouped(String(count))} ${noun}${count === 1 ? "" : "s"}`;
}

/** A length of time for people, in its largest unit: "45 seconds", "3 minutes", "2 hours", "5 days". */
export function formatSpan(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return countOf(seconds, "second");
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return countOf(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return hours < 48 ? countOf(hours, "hour") : countOf(Math.round(hours / 24), "day");
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

// As Intl.NumberFormat writes them: making the first one keeps a slow phone busy for a tenth of a
// second, in the moment in which a page becomes live.
const SYMBOLS: Record<string, string> = { USD: "$", EUR: "€", GBP: "£", JPY: "¥" };

/** An amount in the smallest unit with all its digits, where its currency is clear: "$37.00". */
export function formatMoney(
  amount: number,
  currency: string,
  digits: number = decimalsOf(currency),
): string {
  const code = currency.toUpperCase();
  const value = majorUnits(amount, code);
  const symbol = SYMBOLS[code];
  if (symbol === undefined) {
    const places = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    const options = { style: "currency", currency: code, ...places } as const;
    return new Intl.NumberFormat("en-US", options).format(value);
  }
  return `${value < 0 ? "-" : ""}${symbol}${grouped(Math.abs(value).toFixed(digits))}`;
}

/** Commas between the thousands of a number's digits. */
function grouped(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+(?:\.|$))/g, ",");
}

/** A size of disks and archives for people: "0.5 MB", "820 MB", "78 GB". */
export function formatRoom(bytes: number): string {
  if (bytes < BYTES_PER_GB)
    return `${(bytes / BYTES_PER_MB).toFixed(bytes < 10 * BYTES_PER_MB ? 1 : 0)} MB`;
  return `${(bytes / BYTES_PER_GB).toFixed(bytes < 10 * BYTES_PER_GB ? 1 : 0)} GB`;
}
