import { expect, test } from "vitest";
import { addDays, isTyped, startOf } from "../../../../client/admin/kinds/days.ts";

test.each([
  ["2026-03-28", 1, "2026-03-29"],
  ["2026-10-25", 1, "2026-10-26"],
  ["2024-02-28", 1, "2024-02-29"],
  ["2026-01-01", -1, "2025-12-31"],
  ["soon", 1, ""],
])("%s and %i days are %s, also across clock changes", (day, days, result) => {
  expect(addDays(day, days)).toBe(result);
});

test("a day that does not exist has no start", () => {
  expect(startOf("2026-02-30")).toBeUndefined();
});

test.each([
  ["2026-02-30", false, false],
  ["2026-11-22T09:30", false, false],
  ["2026-11-22", true, false],
  ["2026-11-22T24:00", true, false],
  ["20266-11-22", false, false],
  ["2026-11-22", false, true],
  ["2026-11-22T09:30", true, true],
])("%s (with a time: %s) can be shown in parts: %s", (text, hasTime, result) => {
  expect(isTyped(text, hasTime)).toBe(result);
});
