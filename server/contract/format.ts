import { ENGLISH } from "./language.ts";
import { currentLanguage, defineWords, fill } from "./words.ts";

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

/** Formats a shop price in the current language: "$37"; shows cents only if they are not zero. */
export function formatPrice(amount: number, currency: string): string {
  const isWhole = Number.isInteger(majorUnits(amount, currency));
  return formatMoney(amount, currency, currentLanguage(), isWhole ? { digits: 0 } : {});
}

/** Formats a paid amount: "$37.00 USD"; with the code alone in other languages: "37,00 USD". */
export function formatAmount(
  amount: number,
  currency: string,
  language: string = currentLanguage(),
): string {
  return language === ENGLISH
    ? `${formatMoney(amount, currency, language)} ${currency.toUpperCase()}`
    : formatMoney(amount, currency, language, { display: "code" });
}

/** Formats a count with its noun in English, for the owner: "1 page", "1,402 pages". */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Formats a count in English: "1,402". */
export function formatCount(count: number): string {
  return grouped(String(count));
}

/** Formats a duration in English, in its largest unit: "45 seconds", "3 minutes", "2 hours", "5 days". */
export function formatSpan(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return countOf(seconds, "second");
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return countOf(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return hours < 48 ? countOf(hours, "hour") : countOf(Math.round(hours / 24), "day");
}

/** Formats the date of a time in an IANA time zone, in the current language: "January 20, 2027". */
export function formatDay(at: Date, timeZone: string): string {
  return at.toLocaleDateString(currentLanguage(), { dateStyle: "long", timeZone });
}

/** Formats a date (YYYY-MM-DD): "January 20, 2027". */
export function formatDate(date: string): string {
  return formatDay(new Date(date), "UTC");
}

/** Formats a time with its IANA time zone: "January 20, 2027 at 10:05 AM GMT+1". */
export function formatMoment(at: Date, timeZone: string): string {
  return at.toLocaleString(currentLanguage(), { ...MOMENT, timeZone });
}

const MOMENT = {
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
} as const;

// Same output as Intl.NumberFormat, whose first instance blocks a slow phone for 100 ms.
const SYMBOLS: Record<string, string> = { USD: "$", EUR: "€", GBP: "£", JPY: "¥" };

type MoneyLook = { digits?: number; display?: "code" | undefined };

/** Formats an amount, with its currency's decimals by default: "$37.00". */
export function formatMoney(
  amount: number,
  currency: string,
  language: string = currentLanguage(),
  { digits = decimalsOf(currency), display }: MoneyLook = {},
): string {
  const code = currency.toUpperCase();
  const value = majorUnits(amount, code);
  const symbol = language === ENGLISH && SYMBOLS[code];
  if (symbol) return `${value < 0 ? "-" : ""}${symbol}${grouped(Math.abs(value).toFixed(digits))}`;
  return value.toLocaleString(language, moneyOptions(code, { digits, display }));
}

/** Options of Intl.NumberFormat for amounts in major units. */
export function moneyOptions(
  currency: string,
  { digits = decimalsOf(currency), display }: MoneyLook = {},
): Intl.NumberFormatOptions {
  return {
    style: "currency",
    currency,
    currencyDisplay: display,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  };
}

function grouped(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+(?:\.|$))/g, ",");
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
  const language = currentLanguage();
  const [isOne, shown] =
    language === ENGLISH
      ? [count === 1, formatCount(count)]
      : [new Intl.PluralRules(language).select(count) === "one", count.toLocaleString(language)];
  return fill(unitWords[isOne ? unit : PLURALS[unit]], { count: shown });
}
