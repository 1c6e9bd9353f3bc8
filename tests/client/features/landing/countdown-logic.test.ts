import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  RESTART_SECONDS,
  runCountdown,
  secondsUntil,
  splitSeconds,
} from "../../../../client/features/landing/countdown-logic.ts";

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-12-01T00:00:00Z") }));
afterEach(() => void vi.useRealTimers());

test.each([
  [RESTART_SECONDS, { days: 2, hours: 15, minutes: 30, seconds: 45 }],
  [86_400, { days: 1, hours: 0, minutes: 0, seconds: 0 }],
  [86_399, { days: 0, hours: 23, minutes: 59, seconds: 59 }],
  [3600, { days: 0, hours: 1, minutes: 0, seconds: 0 }],
  [61, { days: 0, hours: 0, minutes: 1, seconds: 1 }],
  [0, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
  [-5, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
  [40 * 86_400, { days: 40, hours: 0, minutes: 0, seconds: 0 }],
])("%i seconds are %j", (seconds, shown) => {
  expect(splitSeconds(seconds)).toEqual(shown);
});

test.each([
  [5000, 5],
  [4001, 5],
  [1, 1],
  [0, 0],
  [-60_000, 0],
])("%i ms before the end, %i seconds are left", (ms, seconds) => {
  expect(secondsUntil(1_000_000 + ms, 1_000_000)).toBe(seconds);
});

test("it ticks every second to zero and stays", () => {
  const onTick = vi.fn();
  runCountdown(Date.now() + 3000, onTick);
  expect(onTick.mock.calls).toEqual([[3]]);
  vi.advanceTimersByTime(10_000);
  expect(onTick.mock.calls).toEqual([[3], [2], [1], [0]]);
  expect(vi.getTimerCount()).toBe(0);
});

test("an end that is past is zero at once, with no timer left", () => {
  const onTick = vi.fn();
  runCountdown(Date.now() - 1, onTick);
  expect(onTick.mock.calls).toEqual([[0]]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a page that slept shows the right time when it wakes", () => {
  const onTick = vi.fn();
  runCountdown(Date.now() + 60_000, onTick);
  vi.setSystemTime(Date.now() + 30_000);
  vi.advanceTimersByTime(1000);
  expect(onTick).toHaveBeenLastCalledWith(29);
});

test("stopped, it ticks no more", () => {
  const onTick = vi.fn();
  runCountdown(Date.now() + 60_000, onTick)();
  vi.advanceTimersByTime(5000);
  expect(onTick).toHaveBeenCalledOnce();
});
