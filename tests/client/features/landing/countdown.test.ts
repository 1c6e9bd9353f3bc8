import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RESTART_SECONDS, splitSeconds } from "../../../../client/features/landing/countdown.tsx";
import { runCountdown } from "../../../../client/lib/countdown.ts";

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-12-01T00:00:00Z") }));
afterEach(() => void vi.useRealTimers());

test.each([
  [RESTART_SECONDS, "02 15 30 45"],
  [86_400, "01 00 00 00"],
  [86_399, "00 23 59 59"],
  [61, "00 00 01 01"],
  [0, "00 00 00 00"],
  [400 * 86_400, "400 00 00 00"],
  [undefined, "– – – –"],
])("%s seconds are %s", (seconds, shown) => {
  const digits = splitSeconds(seconds).map(([, text]) => text);
  expect(digits.join(" ")).toBe(shown);
});

test.each([
  ["a part of a second counts whole", 2001, [[3], [2], [1], [0]]],
  ["an end in the past is 0 at once", -1, [[0]]],
])("a countdown ticks every second to 0 and stops: %s", (_name, ms, ticks) => {
  const onTick = vi.fn();
  runCountdown(Date.now() + ms, onTick);
  vi.advanceTimersByTime(10_000);
  expect(onTick.mock.calls).toEqual(ticks);
  expect(vi.getTimerCount()).toBe(0);
});

test("after sleep the time is right, and a stopped countdown does not tick", () => {
  const onTick = vi.fn();
  const stop = runCountdown(Date.now() + 60_000, onTick);
  vi.setSystemTime(Date.now() + 30_000);
  vi.advanceTimersByTime(1000);
  expect(onTick).toHaveBeenLastCalledWith(29);
  stop();
  vi.advanceTimersByTime(5000);
  expect(onTick).toHaveBeenCalledTimes(2);
});
