import { beforeEach, expect, test, vi } from "vitest";
import { backoffMs, sleep } from "../../../client/lib/retry.ts";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test("sleep ends with its time, or with its signal", async () => {
  const abort = new AbortController();
  const ended = vi.fn();
  void sleep(1000).then(() => ended("time"));
  void sleep(5000, abort.signal).then(() => ended("signal"));
  await vi.advanceTimersByTimeAsync(999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  abort.abort();
  await sleep(5000, abort.signal);
  expect(ended.mock.calls).toEqual([["time"], ["signal"]]);
  expect(vi.getTimerCount()).toBe(0);
});

test("back-off doubles up to its limit, with jitter of half the wait", () => {
  const waits = (random: number) => {
    vi.spyOn(Math, "random").mockReturnValue(random);
    return [0, 1, 2, 9].map((failures) => backoffMs(failures, { firstMs: 1000, mostMs: 6000 }));
  };
  expect(waits(1)).toEqual([1000, 2000, 4000, 6000]);
  expect(waits(0)).toEqual([500, 1000, 2000, 3000]);
});
