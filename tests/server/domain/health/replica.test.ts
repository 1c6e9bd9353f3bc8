import { mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { REPLICATED_CHECKPOINT_PAGES } from "../../../../db/client.ts";
import { insertRow } from "../../../../db/record.ts";
import { users } from "../../../../db/schema.ts";
import type { ReplicaPosition } from "../../../../server/ports/health.ts";
import { litestream } from "../../../../server/integrations/litestream.ts";
import { createTestApp, type TestApp } from "../../../support/create-test-app.ts";
import { lineOf } from "../../../support/health.ts";
import { MINUTE_MS } from "../../../support/shop.ts";
import { until } from "../../../support/until.ts";

/** A replica that has come so far. */
const at = (current: number, log: number, bytes: number): ReplicaPosition => ({
  current,
  arrived: { log, bytes },
  looks: 1,
  failures: 0,
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "papercub-replicated-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function openReplicated() {
  const databasePath = join(folder(), "shop.sqlite");
  const t = createTestApp({ databasePath });
  let answer: () => ReplicaPosition = () => at(0, 0, Number.MAX_SAFE_INTEGER);
  t.deps.replica = { read: async () => answer() };
  return {
    ...t,
    databasePath,
    answers: (position: ReplicaPosition) => void (answer = () => position),
    fails: (fault: string) => {
      answer = () => {
        throw new Error(fault);
      };
    },
    write: (email: string) => addUser(t, email),
    line: () => lineOf(t, "replica"),
    wait: (ms: number) => t.clock.advance(ms),
  };
}

function addUser({ db, clock }: Pick<TestApp, "db" | "clock">, email: string): void {
  db.write((tx) => insertRow(tx, users, { email }, { actor: "test", now: clock.now() }));
}

test("a shop without a replica is told so", async () => {
  expect(await lineOf(createTestApp(), "replica")).toMatch(/^unknown: No replica is watched/);
});

test("what has not arrived is told by its age, until it has", async () => {
  const t = openReplicated();
  expect(await t.line()).toMatch(/^ok: All that was written until 0 seconds ago has arrived/);
  t.write("a@example.com");
  t.answers(at(0, 0, 32));
  expect(await t.line()).toMatch(/^ok/);
  t.wait(2 * MINUTE_MS);
  expect(await t.line()).toMatch(/^warn: What was written 2 minutes ago has not arrived yet/);
  t.wait(3 * MINUTE_MS);
  expect(await t.line()).toMatch(/^bad: What was written 5 minutes ago has not arrived/);
  t.answers(at(0, 0, Number.MAX_SAFE_INTEGER));
  expect(await t.line()).toMatch(/^ok: .* 0 seconds ago/);
});

test("a replica that is always a little behind is well, and so is a log that is begun anew", async () => {
  const t = openReplicated();
  for (let log = 0; log < 5; log++) {
    // It has what was there at the look before, and by then there is more.
    t.answers(at(log + 1, log, Number.MAX_SAFE_INTEGER));
    t.write(`${log}@example.com`);
    expect(await t.line()).not.toMatch(/^(warn|bad)/);
    t.wait(4 * MINUTE_MS);
  }
});

test("a copy that begins anew is as old as what it has not caught up with", async () => {
  const t = openReplicated();
  t.write("a@example.com");
  t.answers(at(7, 6, 100));
  await t.line();
  t.wait(4 * MINUTE_MS);
  t.answers(at(0, 0, 0));
  expect(await t.line()).toMatch(/^warn: What was written 4 minutes ago/);
  t.wait(2 * MINUTE_MS);
  expect(await t.line()).toMatch(/^bad: What was written 6 minutes ago/);
});

test("a replica that does not answer is told at once, with what had arrived", async () => {
  const t = openReplicated();
  await t.line();
  t.wait(MINUTE_MS);
  t.fails("Connection refused.");
  expect(await t.line()).toMatch(/^bad: .* All that was written until 1 minute ago .*refused/);
});

test("a log that is not taken in is told past 64 MB, and is taken in when nothing holds it", async () => {
  const t = openReplicated();
  const { sqlite } = t.db;
  sqlite.pragma(`wal_autocheckpoint = ${REPLICATED_CHECKPOINT_PAGES}`);
  // No commit waits for the disk: only a power cut could tell.
  sqlite.pragma("synchronous = OFF");
  sqlite.exec("CREATE TABLE ballast (bytes BLOB)");
  const fill = sqlite.prepare("INSERT INTO ballast VALUES (zeroblob(1000000))");
  const logBytes = () => statSync(`${t.databasePath}-wal`).size;
  // A Litestream that hangs holds what it has read.
  const held = new Database(t.databasePath, { readonly: true });
  held.exec("BEGIN; SELECT * FROM users");
  for (let megabytes = 0; megabytes < 70; megabytes++) fill.run();
  expect(await t.line()).toMatch(
    /^bad: The database's log is not taken in: it has 64 MB and grows/,
  );
  held.close();
  for (let megabytes = 0; megabytes < 70; megabytes++) fill.run();
  expect(await t.line()).toMatch(/^ok/);
  expect(logBytes()).toBeLessThan(80_000_000);
});

test("the figures of another database, of another program and of several replicas", async () => {
  const path = join(folder(), "shop.sqlite");
  writeFileSync(path, "");
  const samples = (db: string, [name, log, bytes]: [string, number, number]) =>
    `litestream_replica_wal_index{db="${db}",name="${name}"} ${log}
litestream_replica_wal_offset{db="${db}",name="${name}"} ${bytes}
litestream_shadow_wal_index{db="${db}"} 3
litestream_sync_count{db="${db}"} 1.2e+03
litestream_sync_error_count{db="${db}"} 0
`;
  let body = "";
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(body) });
  onTestFinished(() => server.stop(true));
  const read = () => litestream(`http://127.0.0.1:${server.port}/metrics`, path).read();
  const other = samples("/other.sqlite", ["s3", 9, 9]);
  await expect(read()).rejects.toThrow("copies this database nowhere");
  // The only one may stand under another path: in a container, say.
  body = other;
  expect(await read()).toMatchObject({ arrived: { log: 9, bytes: 9 } });
  body = other + samples("/another.sqlite", ["s3", 1, 1]);
  await expect(read()).rejects.toThrow("copies this database nowhere");
  body = other + samples(path, ["near", 3, 200]) + samples(path, ["far", 2, 5000]);
  expect(await read()).toEqual({
    current: 3,
    arrived: { log: 2, bytes: 5000 },
    looks: 1200,
    failures: 0,
  });
});

// Litestream's package has a program for this kind of machine alone.
if (process.platform === "linux" && process.arch === "x64") {
  test("the real Litestream: what arrives, what does not, and what a restart brings", async () => {
    const { restoreDatabase, startLitestream } = await import("../../../support/litestream.ts");
    const t = openReplicated();
    const replica = join(folder(), "replica");
    const files = { database: t.databasePath, replica };
    const start = async () => {
      const copier = await startLitestream(files);
      t.deps.replica = litestream(copier.metricsUrl, t.databasePath);
      return copier;
    };
    const becomes = async (state: RegExp) => {
      let seen = "";
      const look = () => void t.line().then((line) => (seen = line));
      look();
      const isSo = () => state.test(seen) || (look(), false);
      await until(isSo, { what: `the line is ${state}`, limitMs: 10_000 });
    };
    let copier = await start();
    onTestFinished(() => copier.kill());
    t.write("first@example.com");
    await becomes(/^ok/);

    // A replica that can't be written: Litestream says nothing of it, and waits for ever.
    renameSync(replica, `${replica}-gone`);
    writeFileSync(replica, "no folder");
    t.write("second@example.com");
    await t.line();
    t.wait(5 * MINUTE_MS);
    await becomes(/^bad: What was written \d minutes ago has not arrived/);

    rmSync(replica);
    renameSync(`${replica}-gone`, replica);
    await copier.kill();
    expect(await t.line()).toMatch(/^bad: Litestream's figures are not to be had/);
    copier = await start();
    await becomes(/^ok/);

    const database = join(folder(), "restored.sqlite");
    await restoreDatabase({ database, replica });
    const db = new Database(database, { readonly: true });
    expect(db.prepare("SELECT email FROM users ORDER BY id").pluck().all()).toEqual([
      "first@example.com",
      "second@example.com",
    ]);
    expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
    db.close();
  });
} else {
  console.warn("NOT TESTED here: Litestream's package has no program for this machine.");
}
