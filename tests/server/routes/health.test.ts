import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { createApp } from "../../../server/app.ts";
import { createTestApp, SITE, type TestApp } from "../../support/create-test-app.ts";
import { NO_PAGES } from "../../support/no-pages.ts";
import { temporaryFolder } from "../../support/data-folder.ts";

const PATH = "/api/health";
const FIVE_SECONDS_MS = 5000;

async function ask({ app }: Pick<TestApp, "app">, question = "") {
  const response = await app.request(SITE + PATH + question);
  return { status: response.status, body: await response.json() };
}

const told = (status: string, code = 503) => ({ status: code, body: { status } });

/** Creates the app of a store that is shutting down. */
function shuttingDown(t: TestApp) {
  return createApp({ ...t.deps, stopping: AbortSignal.abort() }, NO_PAGES);
}

test("a store that shuts down is live and not ready", async () => {
  const t = { app: shuttingDown(createTestApp()) };
  expect(await ask(t)).toEqual(told("stopping"));
  expect(await ask(t, "?ready")).toEqual({ status: 503, body: { ready: false } });
  expect(await ask(t, "?live")).toEqual({ status: 200, body: { live: true } });
});

test("a store that cannot write says so, stays ready to show, and recovers by itself", async () => {
  const t = createTestApp();
  t.db.sqlite.pragma("query_only = 1");
  expect(await ask(t)).toEqual(told("failing"));
  expect(await ask(t, "?ready")).toEqual({ status: 200, body: { ready: true } });
  const since = t.clock.now();
  t.clock.advance(FIVE_SECONDS_MS);
  expect(t.deps.checkWrites()).toEqual({ problem: "read_only", since });
  t.db.sqlite.pragma("query_only = 0");
  expect(await ask(t)).toEqual(told("failing"));
  t.clock.advance(FIVE_SECONDS_MS);
  expect(await ask(t)).toEqual(told("ok", 200));
  expect(t.deps.checkWrites()).toEqual({ problem: null, since: null });
  expect(t.logged.map(({ level, msg }) => [level, msg])).toEqual([
    [50, "the store cannot write"],
    [40, "the store can write again"],
  ]);
});

test("another process that writes is a problem when it is at it for long, and is not waited for", async () => {
  const folder = temporaryFolder();
  const databasePath = join(folder, "papercub.sqlite");
  const t = createTestApp({ databasePath });
  const other = new Database(databasePath);
  onTestFinished(() => void other.close());
  other.exec("BEGIN IMMEDIATE");
  const startedAt = performance.now();
  expect(await ask(t)).toEqual(told("ok", 200));
  t.clock.advance(FIVE_SECONDS_MS);
  expect(await ask(t)).toEqual(told("failing"));
  expect(t.deps.checkWrites().problem).toBe("locked");
  expect(performance.now() - startedAt).toBeLessThan(FIVE_SECONDS_MS / 2);
  other.exec("COMMIT");
  t.clock.advance(FIVE_SECONDS_MS);
  expect(await ask(t)).toEqual(told("ok", 200));
  // The health check restores the busy timeout, so other writes still wait for the lock.
  expect(t.db.sqlite.pragma("busy_timeout", { simple: true })).toBe(FIVE_SECONDS_MS);
});

test("however often it is asked, it writes once in five seconds, and nothing into the log", async () => {
  const t = createTestApp();
  const written = () => t.db.sqlite.prepare("SELECT total_changes()").pluck().get() as number;
  const before = written();
  for (let asked = 0; asked < 100; asked++) {
    expect(await ask(t)).toEqual(told("ok", 200));
    await ask(t, "?ready");
  }
  expect(written() - before).toBe(1);
  t.clock.advance(FIVE_SECONDS_MS);
  await ask(t);
  expect(written() - before).toBe(2);
  expect(t.logged).toEqual([]);
  expect(t.db.sqlite.prepare("SELECT count(*) FROM changes").pluck().get()).toBe(0);
});

test("its answer is kept by no cache, and gives nothing to a visitor", async () => {
  const { headers } = await createTestApp().app.request(SITE + PATH);
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Set-Cookie")).toBeNull();
});
