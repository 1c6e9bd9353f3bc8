// The store is asked first; what the device keeps stands in for an answer, never for a refusal.
import { beforeEach, expect, test, vi } from "vitest";
import { isNoAnswer } from "../../../../client/admin/data/request.ts";
import { ApiError, NO_NETWORK } from "../../../../client/lib/answer.ts";
import type { CachedRead } from "../../../../client/admin/offline/database.ts";
import { ANSWER_LIMIT_MS, createReader } from "../../../../client/admin/offline/reader.ts";

const KEPT: CachedRead = { key: "/rows", value: "kept", readAt: 7 };
const NETWORK = new ApiError("no line", { code: NO_NETWORK });

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

function openReader(kept: CachedRead[] = [KEPT]) {
  const disk = new Map(kept.map((answer) => [answer.key, answer]));
  const answers = {
    find: async (key: string) => disk.get(key),
    keep: async (answer: CachedRead) => void disk.set(answer.key, answer),
  };
  const reader = createReader({ answers, isNoAnswer, now: () => 9 });
  const onBack = vi.fn();
  reader.onBack(onBack);
  const read = (ask: () => Promise<string>, key = "/rows") =>
    reader.read({ key, ask, toStored: async (body) => `${body} on disk` });
  return { reader, read, disk, onBack };
}

test.each([
  ["signed out", { status: 401, code: "unauthorized" }],
  ["forbidden", { status: 403, code: "forbidden" }],
  ["not there", { status: 404, code: "not_found" }],
  ["a fault of its own", { status: 500, code: "internal" }],
  ["a fault without a code", { status: 500 }],
])("what the store says itself is never hidden: %s", async (message, details) => {
  const { read, onBack } = openReader();
  const refusal = new ApiError(message, details);
  await expect(read(() => Promise.reject(refusal))).rejects.toBe(refusal);
  expect(onBack).not.toHaveBeenCalled();
});

test.each([
  ["no network", NETWORK],
  ["a captive portal's page", new ApiError("not JSON", { status: 200 })],
  ["a proxy's page", new ApiError("not JSON", { status: 404 })],
  ["a proxy's JSON", new ApiError("bad gateway", { status: 502, code: "bad_gateway" })],
])("the device answers instead of %s", async (_, failure) => {
  const { read, reader } = openReader();
  expect(await read(() => Promise.reject(failure))).toEqual({ body: "kept", readAt: 7 });
  expect(reader.isFromDevice("/rows")).toBe(true);
});

test("where nothing is kept, the failure is told", async () => {
  const { read } = openReader([]);
  await expect(read(() => Promise.reject(NETWORK))).rejects.toBe(NETWORK);
});

test("a fault of the page itself is no lost connection", async () => {
  const { read } = openReader();
  await expect(read(() => Promise.reject(new TypeError("a bug")))).rejects.toThrow("a bug");
});

test("an answer is kept as it may stand on the disk, and shown as it is", async () => {
  const { read, disk } = openReader();
  expect(await read(async () => "new")).toEqual({ body: "new" });
  await vi.runAllTimersAsync();
  expect(disk.get("/rows")).toEqual({ key: "/rows", value: "new on disk", readAt: 9 });
});

test("a tab goes on with what it has read whole, until it is to forget that", async () => {
  const { reader, read } = openReader();
  const cut = () => Promise.reject(NETWORK);
  await read(async () => "whole");
  await vi.runAllTimersAsync();
  expect(await read(cut)).toEqual({ body: "whole", readAt: 9 });
  reader.forget();
  expect(await read(cut)).toEqual({ body: "whole on disk", readAt: 9 });
});

test("what a tab has read is brought up to date without the store", async () => {
  const { reader, read } = openReader();
  await read(async () => "old");
  await read(async () => "other", "/other");
  reader.edit((key, value) => (key === "/rows" ? "written" : value));
  const cut = () => Promise.reject(NETWORK);
  expect(await read(cut)).toEqual({ body: "written", readAt: 9 });
  expect(await read(cut, "/other")).toEqual({ body: "other", readAt: 9 });
});

test("a tab remembers its newest hundred readings alone", async () => {
  const { read, disk } = openReader();
  for (let at = 0; at <= 100; at += 1) await read(async () => "whole", `/rows/${at}`);
  await vi.runAllTimersAsync();
  const cut = () => Promise.reject(NETWORK);
  expect(await read(cut, "/rows/0")).toEqual({ body: "whole on disk", readAt: 9 });
  expect(await read(cut, "/rows/1")).toEqual({ body: "whole", readAt: 9 });
  expect(disk.size).toBe(102);
});

test("an answer that is late is given to the one who asks again, and not asked for twice", async () => {
  const { read, reader, onBack } = openReader();
  const slow = Promise.withResolvers<string>();
  const ask = vi.fn(() => slow.promise);
  const first = read(ask);
  await vi.advanceTimersByTimeAsync(ANSWER_LIMIT_MS);
  expect(await first).toEqual({ body: "kept", readAt: 7 });
  slow.resolve("late");
  await vi.advanceTimersByTimeAsync(0);
  expect(onBack).toHaveBeenCalledTimes(1);
  expect(await read(ask)).toEqual({ body: "late" });
  expect(ask).toHaveBeenCalledTimes(1);
  expect(reader.isFromDevice("/rows")).toBe(false);
  expect(await read(async () => "next")).toEqual({ body: "next" });
});

test("without anything kept a slow answer is waited for", async () => {
  const { read } = openReader([]);
  const slow = Promise.withResolvers<string>();
  const asked = read(() => slow.promise);
  await vi.advanceTimersByTimeAsync(ANSWER_LIMIT_MS * 3);
  slow.resolve("late");
  expect(await asked).toEqual({ body: "late" });
});

test("the store is back with its first word, a refusal too; that is told once", async () => {
  const { read, reader, onBack } = openReader();
  await read(() => Promise.reject(NETWORK));
  await read(() => Promise.reject(NETWORK), "/rows");
  const refusal = new ApiError("no", { status: 403, code: "forbidden" });
  await expect(read(() => Promise.reject(refusal), "/other")).rejects.toBe(refusal);
  reader.heard();
  await vi.advanceTimersByTimeAsync(0);
  expect(onBack).toHaveBeenCalledTimes(1);
});

test("what is no longer wanted says nothing of the store, and the device answers it neither", async () => {
  const { reader, onBack } = openReader();
  const stop = new AbortController();
  const ask = () =>
    new Promise<string>((_, cut) => stop.signal.addEventListener("abort", () => cut(NETWORK)));
  const { signal } = stop;
  const asked = reader.read({ key: "/rows", ask, signal, toStored: async (body) => body });
  stop.abort();
  await expect(asked).rejects.toBe(signal.reason);
  expect(reader.isFromDevice("/rows")).toBe(false);
  reader.heard();
  await vi.runAllTimersAsync();
  expect(onBack).not.toHaveBeenCalled();
});

test("a store that refuses every second call as busy is asked again now and then, not after each answer", async () => {
  const { read, onBack } = openReader();
  const busy = new ApiError("busy", { status: 503, code: "unavailable" });
  for (let nth = 0; nth < 1000; nth++) {
    await read(() => Promise.reject(busy));
    await read(async () => "new", "/other");
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(onBack.mock.calls.length).toBeGreaterThan(2);
  expect(onBack.mock.calls.length).toBeLessThan(7);
});
