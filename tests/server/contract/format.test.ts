import { expect, test } from "vitest";
import {
  countOf,
  countText,
  decimalsOf,
  formatAmount,
  formatDate,
  formatDay,
  formatMoment,
  formatMoney,
  formatPrice,
  majorUnits,
} from "../../../server/contract/format.ts";
import { formatBytes } from "../../../server/contract/files.ts";
import { directionOf } from "../../../server/contract/language.ts";
import { setTexts, withTexts } from "../../../server/contract/words.ts";

const NBSP = "\u00a0";
const FORMATS = { formatAmount, formatPrice };

test.each<[keyof typeof FORMATS, number, string, string]>([
  ["formatAmount", 3700, "usd", "$37.00 USD"],
  ["formatAmount", 3700, "KWD", `KWD${NBSP}3.700 KWD`],
  ["formatAmount", 3700, "huf", `HUF${NBSP}37.00 HUF`],
  ["formatPrice", 3700, "usd", "$37"],
  ["formatPrice", 3750, "usd", "$37.50"],
  ["formatPrice", 123_400, "usd", "$1,234"],
  ["formatPrice", 3700, "jpy", "¥3,700"],
  ["formatPrice", 3750, "kwd", `KWD${NBSP}3.750`],
  ["formatPrice", 3700, "isk", `ISK${NBSP}37`],
])("%s of %d of the smallest unit of %s is %s", (name, amount, currency, shown) => {
  expect(FORMATS[name](amount, currency)).toBe(shown);
});

test.each(["usd", "eur", "gbp", "jpy"])("%s is written as the runtime writes it", (currency) => {
  const digits = decimalsOf(currency);
  const intl = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
  });
  for (const amount of [-3750, 0, 1, 99, 100, 3705, 99_999, 100_000, 123_456_789, 1e11 + 5]) {
    const shown = `${intl.format(majorUnits(amount, currency))} ${currency.toUpperCase()}`;
    expect(formatAmount(amount, currency)).toBe(shown);
  }
});

// Decimals as in https://docs.stripe.com/currencies, including those that differ from Intl.
test.each([
  ["BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF", 0],
  ["USD EUR GBP HUF TWD ISK UGX ALL AFN COP IDR LBP MMK PKR", 2],
  ["BHD JOD KWD OMR TND", 3],
])("of %s the provider counts %i decimals", (currencies, decimals) => {
  for (const code of `${currencies} ${currencies.toLowerCase()}`.split(" ")) {
    expect([code, decimalsOf(code)]).toEqual([code, decimals]);
  }
});

test.each([
  [3700, "usd", 37],
  [1999, "usd", 19.99],
  [5120, "kwd", 5.12],
  [500, "ugx", 5],
])("%i of the smallest unit of %s is %d", (amount, currency, major) => {
  expect(majorUnits(amount, currency)).toBe(major);
});

test("one thing is one thing, any other number is several", () => {
  const counted = [0, 1, 2].map((count) => countOf(count, "page"));
  expect(counted).toEqual(["0 pages", "1 page", "2 pages"]);
});

test.each([
  ["UTC", "2027-01-20T00:00:00Z", "January 20, 2027", "at 12:00 AM UTC"],
  ["UTC", "2027-01-20T23:59:59Z", "January 20, 2027", "at 11:59 PM UTC"],
  ["America/New_York", "2027-01-01T02:30:00Z", "December 31, 2026", "at 9:30 PM EST"],
  ["America/New_York", "2027-07-01T02:30:00Z", "June 30, 2027", "at 10:30 PM EDT"],
  ["Europe/Rome", "2026-12-31T23:05:00Z", "January 1, 2027", "at 12:05 AM GMT+1"],
  ["Pacific/Kiritimati", "2026-11-28T11:00:00Z", "November 29, 2026", "at 1:00 AM GMT+14"],
])("in %s, %s is on %s %s", (timeZone, time, day, clock) => {
  expect(formatDay(new Date(time), timeZone)).toBe(day);
  expect(formatMoment(new Date(time), timeZone)).toBe(`${day} ${clock}`);
});

test("a date has no time zone", () => {
  expect(formatDate("2026-12-31")).toBe("December 31, 2026");
});

test.each([
  [0, "0 files"],
  [1, "1 file"],
  [1402, "1,402 files"],
])("%d files are %s", (count, text) => {
  expect(countText(count, "file")).toBe(text);
});

test("a count has the owner's noun", () => {
  const texts = { "units.page": "{count} Seite", "units.pages": "{count} Seiten" };
  const shown = withTexts(texts, () => [1, 2].map((count) => countText(count, "page")));
  expect(shown).toEqual(["1 Seite", "2 Seiten"]);
});

const inLanguage = (language: string, read: () => string) => {
  setTexts({ texts: {}, brand: "", supportEmail: "", language });
  try {
    return read()
      .replaceAll(/\p{Cf}/gu, "")
      .replaceAll(/\p{Zs}/gu, " ");
  } finally {
    setTexts({ texts: {}, brand: "", supportEmail: "" });
  }
};

test.each<[language: string, shown: string, () => string]>([
  ["de", "37 $", () => formatPrice(3700, "usd")],
  ["de", "1.234,50 €", () => formatPrice(123_450, "eur")],
  ["de", "3,700 KWD", () => formatPrice(3700, "kwd")],
  ["de", "37,00 USD", () => formatAmount(3700, "usd")],
  ["ja", "USD 37.00", () => formatAmount(3700, "usd")],
  ["de", "-37,00 €", () => formatMoney(-3700, "eur")],
  ["de", "-€37.00", () => formatMoney(-3700, "eur", "en")],
  ["de", "20. Januar 2027", () => formatDate("2027-01-20")],
  ["en-US", "$37.00 USD", () => formatAmount(3700, "usd")],
  ["en-GB", "20 January 2027", () => formatDate("2027-01-20")],
  ["ar-u-nu-arab", "٢٠ يناير ٢٠٢٧", () => formatDate("2027-01-20")],
  [
    "de",
    "20. Januar 2027 um 11:05 MEZ",
    () => formatMoment(new Date("2027-01-20T10:05Z"), "Europe/Rome"),
  ],
  ["de", "1.402 files", () => countText(1402, "file")],
  ["ru", "21 file", () => countText(21, "file")],
  ["fr", "3,4 Mo", () => formatBytes(3_400_000)],
  ["fr", "820 ko", () => formatBytes(820_000)],
])("in the language %s: %s", (language, shown, format) => {
  expect(inLanguage(language, format)).toBe(shown);
});

test.each([
  ["en", "ltr"],
  ["ar", "rtl"],
  ["he-IL", "rtl"],
  ["az-Arab", "rtl"],
  ["az", "ltr"],
  ["iw", "rtl"],
])("%s is written %s", (language, direction) => {
  expect(directionOf(language)).toBe(direction);
});
