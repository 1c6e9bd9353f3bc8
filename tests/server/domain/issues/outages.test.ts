import { expect, test } from "vitest";
import { createWatch } from "../../../../server/domain/issues/checks.ts";
import { createTestApp, type TestApp } from "../../../support/create-test-app.ts";
import { alarmsOf, behindUs, lineOf, subjectsOf, watchRound } from "../../../support/health.ts";
import { MINUTE_MS } from "../../../support/shop.ts";

const FAST_MS = 6 * MINUTE_MS;

/** Makes all writes fail, as on a read-only disk; returns a function that undoes this. */
function forbidWrites({ db }: Pick<TestApp, "db">): () => void {
  db.sqlite.pragma("query_only = 1");
  return () => void db.sqlite.pragma("query_only = 0");
}

test("a line that turns red is mailed once, also over a restart, and again when it was mended", async () => {
  const t = createTestApp();
  const round = async (minutes = 0) => {
    t.clock.advance(minutes * MINUTE_MS);
    t.deps.watch.reconciled.listedAt = t.clock.now();
    await watchRound(t);
  };
  behindUs(t, FAST_MS);
  await round();
  await round(1);
  t.deps.watch = createWatch(t.clock.now());
  await round(1);
  expect(alarmsOf(t)).toEqual(["Clock"]);

  // A brief recovery does not end the outage.
  behindUs(t, 0);
  await round(1);
  behindUs(t, FAST_MS);
  await round(10);
  expect(alarmsOf(t)).toEqual(["Clock"]);

  behindUs(t, 0);
  await round(1);
  await round(15);
  expect(alarmsOf(t)).toEqual(["Clock"]);
  behindUs(t, FAST_MS);
  await round(1);
  expect(alarmsOf(t)).toEqual(["Clock", "Clock"]);
  expect(t.mails.length).toBe(2);
});

test("a line that can't be told for a while is still the same outage", async () => {
  const t = createTestApp();
  behindUs(t, FAST_MS);
  await watchRound(t);
  t.deps.watch = createWatch(t.clock.now());
  for (let n = 0; n < 3; n++) {
    t.deps.payments = { ...t.deps.payments, readClock: () => Promise.reject(new Error("down")) };
    t.clock.advance(15 * MINUTE_MS);
    t.deps.watch.clock = null;
    await watchRound(t);
  }
  behindUs(t, FAST_MS);
  await watchRound(t);
  expect(alarmsOf(t).filter((title) => title === "Clock").length).toBe(1);
});

test("where nothing can be stored, each red line is told once past the queue, and not again later", async () => {
  const t = createTestApp();
  behindUs(t, 0);
  await watchRound(t);
  const allowWrites = forbidWrites(t);
  behindUs(t, FAST_MS);
  t.mailer.send = async () => {
    throw new Error("Not now.");
  };
  await expect(watchRound(t)).rejects.toThrow("Not now.");
  t.mailer.send = async (mail) => void t.mails.push(mail);
  for (let n = 0; n < 3; n++) {
    t.clock.advance(45_000);
    await watchRound(t);
  }
  const told = ["Papercub needs your attention: Database", "Papercub needs your attention: Clock"];
  expect(subjectsOf(t.mails)).toEqual(told);
  expect(await lineOf(t, "database")).toMatch(
    /^bad: The store hasn't been able to save anything .* is read-only/,
  );

  allowWrites();
  t.clock.advance(45_000);
  await watchRound(t);
  expect(await lineOf(t, "database")).toMatch(/^ok/);
  t.clock.advance(MINUTE_MS);
  await watchRound(t);
  expect(subjectsOf(t.mails)).toEqual(told);
  expect(alarmsOf(t)).toEqual([]);
});
