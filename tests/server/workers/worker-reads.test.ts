import { mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readListQuery } from "../../../server/domain/tables/list-query.ts";
import { getTable } from "../../../server/domain/tables/registry.ts";
import { createApp } from "../../../server/app.ts";
import { workerReads } from "../../../server/workers/worker-reads.ts";
import { createTestApp, type TestApp } from "../../support/create-test-app.ts";
import { NO_PAGES } from "../../support/no-pages.ts";
import { signInAdmin } from "../../support/table-calls.ts";
import { addOrder, addOrders } from "../../support/table-world.ts";
import { until } from "../../support/until.ts";

/** A shop in a file, read by a thread. */
function openShop(longestMs?: number) {
  const directory = mkdtempSync(join(tmpdir(), "papercub-reads-"));
  const databasePath = join(directory, "shop.sqlite");
  const t = createTestApp({ databasePath });
  const reads = workerReads({ databasePath, log: t.deps.log, ...(longestMs && { longestMs }) });
  onTestFinished(() => {
    reads.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return { t, reads, databasePath };
}

const definition = getTable("orders");
const page = (query: Record<string, string>) => ({
  table: "orders",
  query: readListQuery(definition, query),
});

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text;
}

/**
 * How often this process has the database open. SQLite gives a closed connection's file to the next
 * one, for closing it would end the locks of all others.
 */
function countOpen(path: string): number {
  const paths = readdirSync("/proc/self/fd").map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return "";
    }
  });
  return paths.filter((each) => each === path).length;
}

/** Whether nothing is being read at an earlier moment: only then the log of changes begins anew. */
function canTidyUp({ db }: Pick<TestApp, "db">): boolean {
  db.sqlite.pragma("busy_timeout = 0");
  return db.sqlite.pragma("wal_checkpoint(TRUNCATE)", { simple: true }) === 0;
}

test("the thread answers what the same functions answer in place", async () => {
  const { t, reads } = openShop();
  addOrders(t, 1500, (nth) => ({
    totalAmount: nth % 7,
    customerName: nth % 2 ? `=Ada "${nth}"` : null,
  }));
  const queries: Record<string, string>[] = [
    {},
    { sort: "total_amount:asc", page: "20" },
    { customer_name: "ada", limit: "3" },
  ];
  for (const query of queries) {
    expect(await reads.run("page", page(query))).toEqual(
      await t.deps.reads.run("page", page(query)),
    );
    const exported = await textOf(reads.exportTable(page(query)));
    expect(exported).toBe(await textOf(t.deps.reads.exportTable(page(query))));
  }
  const { filters } = page({ total_amount: "3" }).query;
  expect(await reads.run("count", { table: "orders", filters })).toBe(214);
});

test("a refusal and a fault of the thread arrive as they were", async () => {
  const { reads } = openShop();
  const unknown = reads.run("page", { ...page({}), table: "no_such" });
  await expect(unknown).rejects.toMatchObject({ code: "not_found", reason: "unknown_table" });
  const broken = { table: "orders", filters: null as never };
  await expect(reads.run("count", broken)).rejects.toThrow(/A read failed/);
  expect(await reads.run("count", { table: "orders", filters: [] })).toBe(0);
});

test("a read that takes too long is given up, and the next one finds a new thread", async () => {
  const { reads, t } = openShop(1);
  const late = reads.run("page", page({}));
  await expect(late).rejects.toMatchObject({ status: 503, reason: "reading_too_long" });
  expect(t.logged.map(({ msg }) => msg)).toContain("A read took too long and was given up.");
  const { reads: patient } = openShop();
  expect(await patient.run("count", { table: "orders", filters: [] })).toBe(0);
});

test("more reads than a few dozen at once are refused, and the others answered", async () => {
  const { reads } = openShop();
  const all = await Promise.allSettled(
    Array.from({ length: 40 }, () => reads.run("count", { table: "orders", filters: [] })),
  );
  const refused = all.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(8);
  expect(refused[0]).toMatchObject({ reason: { status: 503, reason: "readings_busy" } });
});

test("an export goes on and is ended while others are refused, and holds no moment then", async () => {
  const { t, reads } = openShop();
  addOrders(t, 3000, () => ({ customerName: "x".repeat(150) }));
  const crowd = () =>
    Promise.allSettled(
      Array.from({ length: 40 }, () => reads.run("count", { table: "orders", filters: [] })),
    );
  const chunks = reads.exportTable(page({}));
  await chunks.next();
  addOrder(t, "LATER");
  const before = crowd();
  expect((await chunks.next()).done).toBe(false);
  await before;
  const meanwhile = crowd();
  await chunks.return(undefined);
  await meanwhile;
  expect(canTidyUp(t)).toBe(true);
});

test("an export shows one moment, beside writers and other reads", async () => {
  const { t, reads } = openShop();
  addOrders(t, 3000);
  const chunks = reads.exportTable(page({ sort: "id:asc" }));
  const first = await chunks.next();
  addOrder(t, "LATE");
  expect(await reads.run("count", { table: "orders", filters: [] })).toBe(3001);
  const rest = await textOf(chunks);
  const text = new TextDecoder().decode(first.value) + rest;
  expect(text.trimEnd().split("\r\n")).toHaveLength(3001);
  expect(text).not.toContain("LATE");
});

test("an export that its reader leaves closes its connection, and gives its place free", async () => {
  const { t, reads, databasePath } = openShop();
  addOrders(t, 20_000, () => ({ customerName: "x".repeat(150) }));
  const owner = signInAdmin(t);
  const app = createApp({ ...t.deps, reads }, NO_PAGES);
  const ask = () =>
    app.request("/api/tables/orders/export", { headers: { Cookie: owner.cookie() } });
  await reads.run("count", { table: "orders", filters: [] });
  const before = countOpen(databasePath);

  const readers = [(await ask()).body?.getReader(), (await ask()).body?.getReader()];
  for (const reader of readers) expect((await reader?.read())?.done).toBe(false);
  expect(countOpen(databasePath)).toBe(before + 2);
  addOrder(t, "LATER");
  expect(canTidyUp(t)).toBe(false);
  const third = await ask();
  expect(third.status).toBe(429);
  expect(await third.json()).toMatchObject({ reason: "exports_busy" });
  for (const reader of readers) await reader?.cancel();
  await until(() => canTidyUp(t), { what: "the exports' end", limitMs: 10_000 });

  const whole = await ask();
  expect(whole.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  expect(whole.headers.get("Content-Disposition")).toBe('attachment; filename="orders.csv"');
  expect((await whole.text()).split("\r\n")).toHaveLength(20_003);
  expect(countOpen(databasePath)).toBe(before + 2);
});
