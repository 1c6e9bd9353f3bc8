import type { PurchasedFile } from "./answers.ts";
import type { Paper } from "./site.ts";
import { defineWords, fill } from "./words.ts";

const BYTES_PER_KB = 1000;
const BYTES_PER_MB = 1_000_000;
const BYTES_PER_GB = 1_000_000_000;
/** Smallest size shown in MB, because it would round to 1000 kB. */
const LEAST_MB = 999_500;

export const PAPER_NAMES = { a4: "A4", letter: "US Letter" } as const satisfies Record<
  Paper,
  string
>;

// The payment provider's decimals differ from those of Intl: https://docs.stripe.com/currencies.
const NO_DECIMALS = "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" ");
const THREE_DECIMALS = "BHD JOD KWD OMR TND".split(" ");

export function decimalsOf(currency: string): 0 | 2 | 3 {
  const code = currency.toUpperCase();
  if (NO_DECIMALS.includes(code)) return 0;
  return THREE_DECIMALS.includes(code) ? 3 : 2;
}

/** Converts an amount to major units: 3700 cents are 37. */
export function majorUnits(amount: number, currency: string): number {
  return amount / 10 ** decimalsOf(currency);
}

/** Formats a shop price: "$37"; shows cents only if they are not zero. */
export function formatPrice(amount: number, currency: string): string {
  const isWhole = Number.isInteger(majorUnits(amount, currency));
  return formatMoney(amount, currency, isWhole ? 0 : decimalsOf(currency));
}

/** Formats a paid amount: "$37.00 USD". */
export function formatAmount(amount: number, currency: string): string {
  return `${formatMoney(amount, currency)} ${currency.toUpperCase()}`;
}

/** Formats a size in decimal units, as file managers do: "820 kB", "1.4 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < LEAST_MB) return `${Math.max(1, Math.round(bytes / BYTES_PER_KB))} kB`;
  const megabytes = bytes / BYTES_PER_MB;
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`;
}

/** Formats a count with its noun: "1 page", "1,402 pages". */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Formats a count: "1,402". */
export function formatCount(count: number): string {
  return grouped(String(count));
}

/** Formats a duration in its largest unit: "45 seconds", "3 minutes", "2 hours", "5 days". */
export function formatSpan(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return countOf(seconds, "second");
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return countOf(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return hours < 48 ? countOf(hours, "hour") : countOf(Math.round(hours / 24), "day");
}

/** Formats the date of a time in an IANA time zone: "January 20, 2027". */
export function formatDay(at: Date, timeZone: string): string {
  return at.toLocaleDateString("en-US", { dateStyle: "long", timeZone });
}

/** Formats a date (YYYY-MM-DD): "January 20, 2027". */
export function formatDate(date: string): string {
  return formatDay(new Date(date), "UTC");
}

/** Formats a time with its IANA time zone: "January 20, 2027 at 10:05 AM GMT+1". */
export function formatMoment(at: Date, timeZone: string): string {
  return at.toLocaleString("en-US", { ...MOMENT, timeZone });
}

const MOMENT = {
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
} as const;

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

// Same output as Intl.NumberFormat, whose first instance blocks a slow phone for 100 ms.
const SYMBOLS: Record<string, string> = { USD: "$", EUR: "€", GBP: "£", JPY: "¥" };

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

function grouped(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+(?:\.|$))/g, ",");
}

/** Formats the size of a disk or an archive: "0.5 MB", "820 MB", "78 GB". */
export function formatRoom(bytes: number): string {
  if (bytes < BYTES_PER_GB)
    return `${(bytes / BYTES_PER_MB).toFixed(bytes < 10 * BYTES_PER_MB ? 1 : 0)} MB`;
  return `${(bytes / BYTES_PER_GB).toFixed(bytes < 10 * BYTES_PER_GB ? 1 : 0)} GB`;
}

export type FileGroup = { title: string; files: PurchasedFile[] };

export function groupByTitle(files: PurchasedFile[]): FileGroup[] {
  const groups = new Map<string, FileGroup>();
  for (const file of files) {
    const title = titleWithoutPaper(file);
    const group = groups.get(title) ?? { title, files: [] };
    group.files.push(file);
    groups.set(title, group);
  }
  return [...groups.values()];
}

export function totalBytes(files: PurchasedFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Texts for counts and billing periods on pages and in mails. */
export const unitWords = defineWords("units", {
  page: "{count} page",
  pages: "{count} pages",
  file: "{count} file",
  files: "{count} files",
  printable: "{count} printable",
  printables: "{count} printables",
  month: "month",
  year: "year",
});

const PLURALS = { page: "pages", file: "files", printable: "printables" } as const;

/** Formats a count with its noun in the owner's words: "1 page", "1,402 pages". */
export function countText(count: number, unit: keyof typeof PLURALS): string {
  return fill(unitWords[count === 1 ? unit : PLURALS[unit]], { count: formatCount(count) });
}
