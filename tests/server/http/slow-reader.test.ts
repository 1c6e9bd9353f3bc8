import type { Context } from "hono";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AppEnv } from "../../../server/http/hono-env.ts";
import { allowSlowReader } from "../../../server/http/slow-reader.ts";

const TEN_SECONDS_MS = 10_000;
const TWO_HOURS_MS = 7_200_000;

/** Simulates a response in progress until `end`; `told` lists the timeouts requested for it. */
function answerOnItsWay() {
  const told: number[] = [];
  let address: { address: string } | null = { address: "127.0.0.1" };
  const request = new Request("http://shop.example/files/1/a.pdf");
  const server = {
    requestIP: () => address,
    timeout: (asked: Request, seconds: number) => {
      expect(asked).toBe(request);
      told.push(seconds);
    },
  };
  allowSlowReader({ env: { server }, req: { raw: request } } as unknown as Context<AppEnv>);
  return { told, end: () => void (address = null) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("an answer that has ended is not spoken of any more", () => {
  const { told, end } = answerOnItsWay();
  end();
  vi.advanceTimersByTime(TEN_SECONDS_MS);
  expect(told).toEqual([0]);
  expect(vi.getTimerCount()).toBe(0);
});

test("as long as an answer lasts, its server is told again to wait, for two hours in all", () => {
  const { told } = answerOnItsWay();
  vi.advanceTimersByTime(TEN_SECONDS_MS * 3);
  expect(told).toEqual([0, 0, 0, 0]);
  vi.advanceTimersByTime(TWO_HOURS_MS);
  expect(told.length).toBeGreaterThan(700);
  expect(vi.getTimerCount()).toBe(0);
});
