import { expect, test } from "vitest";
import {
  addDays,
  clockTime,
  isTyped,
  startOf,
  timeOfClock,
} from "../../../../client/admin/kinds/days.ts";

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

test.each([
  ["Europe/Rome", "2026-11-22T09:30", "2026-11-22T08:30:00.000Z", "2026-11-22T09:30"],
  ["America/New_York", "2026-07-01T00:00", "2026-07-01T04:00:00.000Z", "2026-07-01T00:00"],
  ["Europe/Rome", "2026-03-29T12:00", "2026-03-29T10:00:00.000Z", "2026-03-29T12:00"],
  // Clocks skip 2:00 to 3:00, and show 2:00 to 3:00 twice.
  ["Europe/Rome", "2026-03-29T02:30", "2026-03-29T01:30:00.000Z", "2026-03-29T03:30"],
  ["Europe/Rome", "2026-10-25T02:30", "2026-10-25T00:30:00.000Z", "2026-10-25T02:30"],
  ["Pacific/Kiritimati", "2026-01-01T00:00", "2025-12-31T10:00:00.000Z", "2026-01-01T00:00"],
])("in %s, %s is %s, which clocks show as %s", (zone, clock, time, shown) => {
  expect(timeOfClock(clock, zone).toISOString()).toBe(time);
  expect(clockTime(new Date(time), zone)).toBe(shown);
});

test("a day without midnight begins later", () => {
  expect(startOf("2026-09-06", "America/Santiago")).toBe("2026-09-06T04:00:00.000Z");
});
