import { expect, test } from "vitest";
import { formatBytes, formatDay, formatMoney, paperName } from "../../../server/contract/format.ts";

test.each([
  [0, "usd", "$0.00 USD"],
  [5, "usd", "$0.05 USD"],
  [3700, "usd", "$37.00 USD"],
  [123_456_789, "usd", "$1,234,567.89 USD"],
  [1999, "eur", "€19.99 EUR"],
])("%d cents of %s are %s", (cents, currency, shown) => {
  expect(formatMoney(cents, currency)).toBe(shown);
});

test.each([
  [1, "1 kB"],
  [499, "1 kB"],
  [1500, "2 kB"],
  [840_000, "840 kB"],
  [999_499, "999 kB"],
  [999_500, "1.0 MB"],
  [1_234_567, "1.2 MB"],
  [123_456_789, "123.5 MB"],
])("%d bytes are %s", (bytes, shown) => {
  expect(formatBytes(bytes)).toBe(shown);
});

test("paper has the name on its pack, and a day is the day in UTC", () => {
  expect([paperName("a4"), paperName("letter")]).toEqual(["A4", "US Letter"]);
  expect(formatDay(new Date("2027-01-20T23:59:59Z"))).toBe("January 20, 2027");
  expect(formatDay(new Date("2027-01-20T00:00:00Z"))).toBe("January 20, 2027");
});
