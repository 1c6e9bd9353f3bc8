import { expect, test } from "vitest";
import {
  countOf,
  formatAmount,
  formatBytes,
  formatPrice,
  titleWithoutPaper,
} from "../../../server/contract/format.ts";

test.each([
  [3700, "usd", "$37"],
  [3750, "usd", "$37.50"],
  [5, "usd", "$0.05"],
  [123_400, "usd", "$1,234"],
  [900, "eur", "€9"],
])("a price of %i %s reads %s", (cents, currency, text) => {
  expect(formatPrice(cents, currency)).toBe(text);
});

test("an amount paid has its cents and its currency", () => {
  expect(formatAmount(3700, "usd")).toBe("$37.00 USD");
});

test.each([
  [1, "1 kB"],
  [820_400, "820 kB"],
  [1_240_000, "1.2 MB"],
  [999_499, "999 kB"],
  [999_600, "1.0 MB"],
  [34_600_000, "35 MB"],
])("%i bytes read %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test("a count agrees with its noun", () => {
  expect([countOf(1, "page"), countOf(12, "page")]).toEqual(["1 page", "12 pages"]);
});

test.each([
  ["Mazes (A4)", "a4", "Mazes"],
  ["Mazes (US Letter)", "letter", "Mazes"],
  ["Mazes (A4)", null, "Mazes (A4)"],
  ["Mazes", "a4", "Mazes"],
] as const)("%s under %j reads %s", (title, paper, shown) => {
  expect(titleWithoutPaper({ title, paper })).toBe(shown);
});
