import { expect, onTestFinished, test, vi } from "vitest";
import { actorText, type Times, timesIn } from "../../../../client/admin/ui/formats.ts";

test("names administrators, and oneself “You”", () => {
  const names = ["admin:7", "admin:8", "webhook"].map((actor) => actorText(actor, 7));
  expect(names).toEqual(["You", "Administrator 8", "webhook"]);
});

test.each<[zone: string, format: keyof Times, time: string, text: string]>([
  ["America/New_York", "dayOf", "2026-11-22T04:30:00.000Z", "Nov 21, 2026"],
  ["Asia/Tokyo", "dayOf", "2026-11-22T04:30:00.000Z", "Nov 22, 2026"],
  ["America/New_York", "hourOf", "2026-11-22T04:30:00.000Z", "11:30 PM"],
  ["America/New_York", "wholeTimeOf", "2026-11-22T04:30:00.000Z", "Nov 21, 2026, 11:30 PM"],
  ["America/New_York", "timeOf", "2027-01-01T04:30:00.000Z", "Dec 31, 11:30 PM"],
  ["America/New_York", "timeOf", "2027-01-01T05:00:00.000Z", "Jan 1, 2027, 12:00 AM"],
  ["America/New_York", "hourOrTimeOf", "2026-12-31T05:00:00.000Z", "12:00 AM"],
  ["America/New_York", "hourOrTimeOf", "2026-12-31T04:59:00.000Z", "Dec 30, 11:59 PM"],
])("in %s, %s of %s is %s", (zone, format, time, text) => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2027-01-01T03:00:00.000Z") });
  onTestFinished(() => void vi.useRealTimers());
  expect(timesIn(zone)[format](time).replaceAll("\u202F", " ")).toBe(text);
});
