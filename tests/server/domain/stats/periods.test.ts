import { expect, test } from "vitest";
import { rangesOf } from "../../../../server/domain/stats/periods.ts";

const refuse = () => {
  throw new Error("Only the period of all time needs its first day.");
};

test.each([
  // today, period, compare, from, to, before
  ["2026-11-26", "today", "before", ["2026-11-26", "2026-11-26", "2026-11-25", "2026-11-25"]],
  ["2028-02-29", "today", "year", ["2028-02-29", "2028-02-29", "2027-02-28", "2027-02-28"]],
  ["2026-11-26", "7d", "before", ["2026-11-20", "2026-11-26", "2026-11-13", "2026-11-19"]],
  ["2028-03-04", "7d", "year", ["2028-02-27", "2028-03-04", "2027-02-27", "2027-03-04"]],
  ["2026-11-30", "30d", "before", ["2026-11-01", "2026-11-30", "2026-10-02", "2026-10-31"]],
  ["2026-11-26", "last_month", "before", ["2026-10-01", "2026-10-31", "2026-09-01", "2026-09-30"]],
  ["2027-01-01", "last_month", "before", ["2026-12-01", "2026-12-31", "2026-11-01", "2026-11-30"]],
  ["2028-03-31", "last_month", "before", ["2028-02-01", "2028-02-29", "2028-01-01", "2028-01-31"]],
  ["2028-03-31", "last_month", "year", ["2028-02-01", "2028-02-29", "2027-02-01", "2027-02-28"]],
  ["2029-03-31", "last_month", "year", ["2029-02-01", "2029-02-28", "2028-02-01", "2028-02-29"]],
  ["2028-02-29", "year", "before", ["2028-01-01", "2028-02-29", "2027-01-01", "2027-02-28"]],
  ["2026-11-26", "year", "year", ["2026-01-01", "2026-11-26", "2025-01-01", "2025-11-26"]],
] as const)("on %s, %s compared with %s is %j", (today, period, compare, expected) => {
  const { from, to, before } = rangesOf({ period, days: null, compare }, today, refuse);
  expect([from, to, before?.from, before?.to]).toEqual(expected);
});

test.each([
  ["one day", "before", ["2028-02-29", "2028-02-29", "2028-02-28", "2028-02-28"]],
  ["one leap day", "year", ["2028-02-29", "2028-02-29", "2027-02-28", "2027-02-28"]],
  ["a quarter", "before", ["2026-01-01", "2026-03-31", "2025-10-01", "2025-12-31"]],
  ["a quarter", "year", ["2026-01-01", "2026-03-31", "2025-01-01", "2025-03-31"]],
  ["months that end in February", "year", ["2028-11-01", "2029-02-28", "2027-11-01", "2028-02-29"]],
  ["a year", "before", ["2026-01-01", "2026-12-31", "2025-01-01", "2025-12-31"]],
  ["days of two months", "before", ["2026-01-31", "2026-02-28", "2026-01-02", "2026-01-30"]],
  ["two years", "year", ["2025-03-02", "2027-03-01", "2024-03-02", "2026-03-01"]],
  ["days in the future", "before", ["2099-12-01", "2099-12-30", "2099-11-01", "2099-11-30"]],
  ["the first possible day", "before", ["2000-01-01", "2000-01-01", "1999-12-31", "1999-12-31"]],
] as const)("%s compared with %s are %j", (_what, compare, expected) => {
  const days = { from: expected[0], to: expected[1] };
  const ranges = rangesOf({ period: "custom", days, compare }, "2026-11-26", refuse);
  expect([ranges.from, ranges.to, ranges.before?.from, ranges.before?.to]).toEqual(expected);
});

test.each([
  ["2026-11-01", "2026-11-01"],
  // The clock may have been set back, or the shop have no sales.
  ["2026-11-27", "2026-11-26"],
  [undefined, "2026-11-26"],
])("all time begins with the first day %s, and is compared with nothing", (first, from) => {
  const input = { period: "all", days: null, compare: "year" } as const;
  const ranges = rangesOf(input, "2026-11-26", () => first);
  expect(ranges).toEqual({ from, to: "2026-11-26", before: null });
});
