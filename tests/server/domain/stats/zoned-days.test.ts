import { expect, test } from "vitest";
import {
  addDays,
  daysFrom,
  mondayOf,
  startOfDay,
} from "../../../../server/domain/stats/zoned-days.ts";

const HOUR_MS = 3_600_000;

test.each([
  ["Europe/Rome", "2027-03-28", "2027-03-27T23:00:00.000Z", 23],
  ["Europe/Rome", "2027-10-31", "2027-10-30T22:00:00.000Z", 25],
  ["Australia/Lord_Howe", "2027-04-04", "2027-04-03T13:00:00.000Z", 24.5],
  // Clocks skip midnight.
  ["Africa/Cairo", "2027-04-30", "2027-04-29T22:00:00.000Z", 23],
  // Clocks go back at midnight, so the day before is longer.
  ["Asia/Beirut", "2027-10-30", "2027-10-29T21:00:00.000Z", 25],
  // Samoa skipped this day.
  ["Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00.000Z", 0],
  ["Pacific/Kiritimati", "2026-11-23", "2026-11-22T10:00:00.000Z", 24],
  ["Etc/GMT+12", "2026-11-23", "2026-11-23T12:00:00.000Z", 24],
])("in %s the day %s begins at %s and has %d hours", (zone, day, start, hours) => {
  const begin = startOfDay(day, zone);
  expect(new Date(begin).toISOString()).toBe(start);
  expect(startOfDay(addDays(day, 1), zone) - begin).toBe(hours * HOUR_MS);
});

test.each([
  ["2026-11-22", "2026-11-16"],
  ["2026-11-23", "2026-11-23"],
  ["2027-01-01", "2026-12-28"],
])("the Monday of %s is %s", (day, monday) => {
  expect(mondayOf(day)).toBe(monday);
});

test("a list of days includes both ends", () => {
  expect(daysFrom("2028-02-28", "2028-03-01")).toEqual(["2028-02-28", "2028-02-29", "2028-03-01"]);
  expect(daysFrom("2028-03-01", "2028-02-28")).toEqual([]);
});
