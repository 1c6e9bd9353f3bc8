// However much is heard, it costs a few reads; what this browser did itself costs none more.
import { beforeEach, expect, test, vi } from "vitest";
import { changedIn, ownWrites, showsChange } from "../../../../client/admin/data/shows-change.ts";
import type { Entry } from "../../../../client/admin/offline/entry.ts";
import type { Change } from "../../../../client/admin/offline/live.ts";
import { batch } from "../../../../client/admin/offline/batch.ts";

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

const ENTRY = { table: "products", row: 7, kind: "update" } as Entry;
const CHANGE: Change = {
  table: "products",
  id: 7,
  version: 3,
  action: "update",
  sequence: 1,
  actor: "admin:1",
  at: "",
};

test("only what the store has answered is one's own", () => {
  const own = ownWrites();
  own.note(ENTRY, { kind: "retry", of: "all" });
  expect(own.isOwn(CHANGE)).toBe(false);
  own.note(ENTRY, { kind: "done", row: { id: 7, version: 3 } });
  expect(own.isOwn(CHANGE)).toBe(true);
  expect(own.isOwn({ ...CHANGE, version: 4 })).toBe(false);
  expect(own.isOwn({ ...CHANGE, id: 8 })).toBe(false);
  expect(own.isOwn({ ...CHANGE, table: "orders" })).toBe(false);
  expect(own.isOwn({ ...CHANGE, version: null })).toBe(false);
  own.note({ ...ENTRY, kind: "delete" } as Entry, { kind: "done" });
  expect(own.isOwn({ ...CHANGE, version: null })).toBe(true);
});

test("a row that was added under another id is one's own by its real one", () => {
  const own = ownWrites();
  const added = { ...ENTRY, kind: "create", row: -5 } as Entry;
  own.note(added, { kind: "done", row: { id: 7, version: 1 } });
  expect(own.isOwn({ ...CHANGE, version: 1 })).toBe(true);
});

test.each([
  ["a table's rows", ["rows", "products", { page: "2" }], true],
  ["another table's", ["rows", "orders", {}], false],
  ["the row", ["row", "products", 7], true],
  ["another row", ["row", "products", 8], false],
  ["its history", ["history", "products", 7, 1], true],
  ["the log", ["rows", "changes", {}], true],
  ["an order, which names no product", ["order", 1], false],
  ["what waits", ["needs"], false],
  ["the schemas", ["schemas"], false],
])("a change of a product is shown by: %s", (_, key, isShown) => {
  expect(showsChange(key, changedIn([[CHANGE]]))).toBe(isShown);
});

test("what belongs to an order shows on its page, and may wait for a person", () => {
  const changed = changedIn([[], [{ ...CHANGE, table: "refunds" }]]);
  expect(showsChange(["order", 1], changed)).toBe(true);
  expect(showsChange(["needs"], changed)).toBe(true);
  expect(showsChange(["rows", "changes", {}], changedIn([[]]))).toBe(false);
});

test("too much to be told is shown by everything but the schemas", () => {
  const changed = changedIn([[CHANGE], "all"]);
  expect(showsChange(["rows", "orders", {}], changed)).toBe(true);
  expect(showsChange(["order", 1], changed)).toBe(true);
  expect(showsChange(["schemas"], changed)).toBe(false);
});
