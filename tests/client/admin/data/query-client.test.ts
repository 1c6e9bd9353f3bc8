import { beforeEach, expect, test, vi } from "vitest";
import { batch, withReaders } from "../../../../client/admin/data/query-client.ts";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

function openPaced(run = async (_items: number[]) => {}) {
  const runs: number[][] = [];
  const collected = batch<number>(
    async (items) => {
      runs.push(items);
      await run(items);
    },
    { soonMs: 250, gapMs: 1000 },
  );
  return { ...collected, runs };
}

test("a thousand at once are one run, and all that follow within its pause another", async () => {
  const { add, runs } = openPaced();
  for (let nth = 0; nth < 1000; nth++) add(nth);
  await vi.advanceTimersByTimeAsync(250);
  expect(runs.map(({ length }) => length)).toEqual([1000]);
  for (let nth = 0; nth < 100; nth++) {
    add(nth);
    await vi.advanceTimersByTimeAsync(9);
  }
  expect(runs).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(runs.map(({ length }) => length)).toEqual([1000, 100]);
});

test("a run that takes long is waited for, and one that fails ends nothing", async () => {
  const report = vi.fn();
  vi.stubGlobal("reportError", report);
  const slow = Promise.withResolvers<void>();
  const { add, runs } = openPaced(() => slow.promise);
  add(1);
  await vi.advanceTimersByTimeAsync(250);
  add(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs).toEqual([[1]]);
  slow.reject(new Error("a fault"));
  await vi.advanceTimersByTimeAsync(1000);
  expect(runs).toEqual([[1], [2]]);
  expect(report).toHaveBeenCalled();
  vi.unstubAllGlobals();
});

test("after it was stopped nothing runs", async () => {
  const { add, stop, runs } = openPaced();
  add(1);
  stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(runs).toEqual([]);
});

test("a change also concerns the tables whose filters read it", () => {
  const schemas = [{ name: "orders", reads: ["order_notes", "refunds"] }, { name: "users" }];
  const all = (...names: string[]) => [...withReaders(new Set(names), schemas)];
  expect(all("refunds", "users")).toEqual(["refunds", "users", "orders"]);
  expect(all("orders", "users")).toEqual(["orders", "users"]);
  expect([...withReaders(new Set(["refunds"]))]).toEqual(["refunds"]);
});
