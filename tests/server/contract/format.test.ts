import { expect, test } from "vitest";
import {
  countOf,
  decimalsOf,
  formatAmount,
  formatBytes,
  formatDay,
  formatPrice,
  majorUnits,
  PAPER_NAMES,
  titleWithoutPaper,
} from "../../../server/contract/format.ts";

test.each([
  [0, "usd", "$0.00 USD"],
  [5, "usd", "$0.05 USD"],
  [3700, "usd", "$37.00 USD"],
  [123_456_789, "usd", "$1,234,567.89 USD"],
  [1999, "eur", "€19.99 EUR"],
  [3700, "jpy", "¥3,700 JPY"],
  [3700, "KWD", "KWD\u00a03.700 KWD"],
  [3700, "huf", "HUF\u00a037.00 HUF"],
])("%d of the smallest unit of %s, paid, are %s", (amount, currency, shown) => {
  expect(formatAmount(amount, currency)).toBe(shown);
});

test.each([
  [1, "1 kB"],
  [499, "1 kB"],
  [1500, "2 kB"],
  [840_000, "840 kB"],
  [999_499, "999 kB"],
  [999_500, "1.0 MB"],
  [1_234_567, "1.2 MB"],
  [9_940_000, "9.9 MB"],
  [10_000_000, "10 MB"],
  [123_456_789, "123 MB"],
])("%d bytes are %s", (bytes, shown) => {
  expect(formatBytes(bytes)).toBe(shown);
});

test.each([
  [3700, "usd", "$37"],
  [3750, "usd", "$37.50"],
  [5, "usd", "$0.05"],
  [123_400, "usd", "$1,234"],
  [0, "usd", "$0"],
  [11_700, "eur", "€117"],
  [3700, "jpy", "¥3,700"],
  [3750, "jpy", "¥3,750"],
  [3000, "kwd", "KWD\u00a03"],
  [3750, "kwd", "KWD\u00a03.750"],
  [3700, "isk", "ISK\u00a037"],
])("%d of the smallest unit of %s, as a price, are %s", (amount, currency, shown) => {
  expect(formatPrice(amount, currency)).toBe(shown);
});

// The provider's page "Supported currencies", where it differs from what runtimes believe.
test.each([
  ["BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF", 0],
  ["USD EUR GBP HUF TWD ISK UGX ALL AFN COP IDR LBP MMK PKR", 2],
  ["BHD JOD KWD OMR TND", 3],
])("of %s the provider counts %i decimals", (currencies, decimals) => {
  for (const code of currencies.split(" ")) {
    expect([code, decimalsOf(code)]).toEqual([code, decimals]);
    expect([code, decimalsOf(code.toLowerCase())]).toEqual([code, decimals]);
  }
});

test.each([
  [3700, "usd", 37],
  [2750, "eur", 27.5],
  [1999, "usd", 19.99],
  [5000, "jpy", 5000],
  [5120, "kwd", 5.12],
  [500, "ugx", 5],
  [0, "usd", 0],
])("%i of the smallest unit of %s is %d", (amount, currency, major) => {
  expect(majorUnits(amount, currency)).toBe(major);
});

test("one thing is one thing, any other number is several", () => {
  expect([0, 1, 2].map((count) => countOf(count, "page"))).toEqual([
    "0 pages",
    "1 page",
    "2 pages",
  ]);
});

test.each([
  ["Month 1 (A4)", "a4", "Month 1"],
  ["Month 1 (US Letter)", "letter", "Month 1"],
  ["Month 1 (A4)", "letter", "Month 1 (A4)"],
  ["Month 1 (A4)", null, "Month 1 (A4)"],
  ["(A4) Month 1", "a4", "(A4) Month 1"],
  ["Mazes", "a4", "Mazes"],
] as const)("%j on %s is called %j where the paper is said already", (title, paper, shown) => {
  expect(titleWithoutPaper({ title, paper })).toBe(shown);
});

test("paper has the name on its pack, and a day is the day in UTC", () => {
  expect(PAPER_NAMES).toEqual({ a4: "A4", letter: "US Letter" });
  expect(formatDay(new Date("2027-01-20T23:59:59Z"))).toBe("January 20, 2027");
  expect(formatDay(new Date("2027-01-20T00:00:00Z"))).toBe("January 20, 2027");
});
