import { beforeEach, expect, test, vi } from "vitest";
import { sleep } from "../../../client/lib/retry.ts";

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
