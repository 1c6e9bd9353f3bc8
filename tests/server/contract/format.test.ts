import { expect, test } from "vitest";
import {
  countOf,
  formatAmount,
  formatBytes,
  formatDay,
  formatPrice,
  PAPER_NAMES,
  titleWithoutPaper,
} from "../../../server/contract/format.ts";

test.each([
  [0, "usd", "$0.00 USD"],
  [5, "usd", "$0.05 USD"],
  [3700, "usd", "$37.00 USD"],
  [123_456_789, "usd", "$1,234,567.89 USD"],
  [1999, "eur", "€19.99 EUR"],
])("%d cents of %s, paid, are %s", (cents, currency, shown) => {
  expect(formatAmount(cents, currency)).toBe(shown);
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
])("%d cents of %s, as a price, are %s", (cents, currency, shown) => {
  expect(formatPrice(cents, currency)).toBe(shown);
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
