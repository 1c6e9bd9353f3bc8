// Runtimes without Web Locks, such as old Safari versions and pages over plain HTTP.
import { expect, test } from "vitest";
import { hasTabLocks, listHeldLocks, withLock } from "../../../client/lib/tabs.ts";

test("without Web Locks a lock serializes the runs of one page", async () => {
  expect(hasTabLocks()).toBe(false);
  const first = Promise.withResolvers<string>();
  const begun: string[] = [];
  const run = (name: string, end: Promise<string>) => () => {
    begun.push(name);
    return end;
  };
  const others = await listHeldLocks();
  const one = withLock("outbox", run("one", first.promise));
  const two = withLock("outbox", run("two", Promise.resolve("two is done")));
  await withLock("live", run("other", Promise.resolve("")));
  expect(begun).toEqual(["one", "other"]);
  expect(await listHeldLocks()).toEqual([...others, "outbox"]);
  first.resolve("one is done");
  expect(await Promise.all([one, two])).toEqual(["one is done", "two is done"]);
  await Promise.resolve();
  expect(await listHeldLocks()).toEqual(others);
});

test("without Web Locks a failed run releases the lock, and an aborted run does not start", async () => {
  const failed = withLock("outbox", () => Promise.reject(new Error("broken")));
  const waiting = new AbortController();
  const aborted = withLock("outbox", async () => "begun", waiting.signal);
  const last = withLock("outbox", async () => "free");
  waiting.abort();
  await expect(failed).rejects.toThrow("broken");
  await expect(aborted).rejects.toThrow(/aborted/);
  expect(await last).toBe("free");
});
