import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Filter } from "../../../server/contract/list-query.ts";
import type { Reads } from "../../../server/ports/read-worker.ts";
import { readListQuery } from "../../../server/domain/tables/list-query.ts";
import { getTable } from "../../../server/domain/tables/registry.ts";
import { nextTurn } from "../../../server/process/promises.ts";
import { createApp } from "../../../server/app.ts";
import { createLog } from "../../../server/log.ts";
import type { UploadKind } from "../../../server/ports/files.ts";
import { processInspection, processReads } from "../../../server/process/worker-process.ts";
import { sha256 } from "../../support/catalogue.ts";
import { createTestApp, type TestApp } from "../../support/create-test-app.ts";
import { NO_PAGES } from "../../support/no-pages.ts";
import { signInAdmin } from "../../support/table-calls.ts";
import { addOrder, addOrders } from "../../support/table-world.ts";
import { until } from "../../support/until.ts";
import { makePdf } from "../../support/uploads.ts";
import { temporaryFolder } from "../../support/data-folder.ts";

/** Opens a shop with a database file that is read by worker processes. */
function openShop(longestMs?: number) {
  const databasePath = join(temporaryFolder(), "shop.sqlite");
  const t = createTestApp({ databasePath });
  const reads = processReads({ databasePath, log: t.deps.log, ...(longestMs && { longestMs }) });
  onTestFinished(() => reads.close());
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

/** Returns the child processes that have the database open. */
function listReaders(path: string): number[] {
  const tasks = readdirSync("/proc/self/task");
  const pids = tasks.flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, "utf8").split(" ").filter(Boolean),
  );
  return pids.map(Number).filter((pid) => hasOpen(pid, path));
}

function hasOpen(pid: number, path: string): boolean {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).some((fd) => readlinkSync(`${folder}/${fd}`) === path);
  } catch {
    // The process exited or closed the file in the meantime.
    return false;
  }
}

/** Suspends the only reader process, simulating a read that never ends. */
function stopReader(path: string): number {
  const [pid, ...others] = listReaders(path);
  if (!pid || others.length > 0) throw new Error("One process was to read.");
  process.kill(pid, "SIGSTOP");
  return pid;
}

const isRunning = (pid: number) => existsSync(`/proc/${pid}/fd/0`);
/** Lists the ids of matching orders and returns their number. */
async function countOrders(
  { run }: Pick<Reads, "run">,
  filters: Filter[] = [],
  signal?: AbortSignal,
) {
  const selection = { table: "orders", filters, among: null, limit: 10_000 };
  return (await run("listIds", selection, signal)).ids.length;
}

/** Whether the WAL can be truncated, which requires that no reader still uses an old snapshot. */
function canTidyUp({ db }: Pick<TestApp, "db">): boolean {
  db.sqlite.pragma("busy_timeout = 0");
  return db.sqlite.pragma("wal_checkpoint(TRUNCATE)", { simple: true }) === 0;
}

test("a process returns the same answers as the functions in this process", async () => {
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
  expect(await countOrders(reads, filters)).toBe(214);
});

test("a refusal and an error of a process arrive unchanged", async () => {
  const { reads } = openShop();
  const unknown = reads.run("page", { ...page({}), table: "no_such" });
  await expect(unknown).rejects.toMatchObject({ code: "not_found", reason: "unknown_table" });
  await expect(countOrders(reads, null as never)).rejects.toThrow(/A worker's call failed/);
  expect(await countOrders(reads)).toBe(0);
});

test("a read that times out ends with its process, and the next one is answered", async () => {
  const { reads, t, databasePath } = openShop(5000);
  await countOrders(reads);
  const stopped = stopReader(databasePath);
  const late = countOrders(reads);
  const next = countOrders(reads);
  await expect(late).rejects.toMatchObject({ status: 503, reason: "reading_too_long" });
  await until(() => !isRunning(stopped), { what: "the end of the process", limitMs: 5000 });
  expect(t.logged.map(({ msg }) => msg)).toContain("A read took too long and was ended.");
  expect(await next).toBe(0);
  expect(listReaders(databasePath)).toHaveLength(1);
});

test("a read of a disconnected client ends soon, and a queued one does not start", async () => {
  const { reads, databasePath } = openShop();
  await countOrders(reads);
  const stopped = stopReader(databasePath);
  const reader = new AbortController();
  const left = countOrders(reads, [], reader.signal);
  await nextTurn();
  const waiting = reads.run("page", { ...page({}), table: "no_such" }, reader.signal);
  const other = countOrders(reads);
  reader.abort();
  await expect(left).rejects.toMatchObject({ status: 503 });
  await expect(waiting).rejects.toMatchObject({ reason: "readings_busy" });
  expect(await other).toBe(0);
  expect(isRunning(stopped)).toBe(false);
});

test("an export continues when the process of the lists is killed", async () => {
  const { t, reads, databasePath } = openShop();
  addOrders(t, 3000, () => ({ customerName: "x".repeat(150) }));
  await countOrders(reads);
  const stopped = stopReader(databasePath);
  const chunks = reads.exportTable(page({}));
  const first = await chunks.next();
  const ended = countOrders(reads);
  process.kill(stopped, "SIGKILL");
  await expect(ended).rejects.toMatchObject({ status: 503, reason: "readings_busy" });
  expect(
    (new TextDecoder().decode(first.value) + (await textOf(chunks))).split("\r\n"),
  ).toHaveLength(3002);
});

test("an export that cannot start in time is refused with a message", async () => {
  const { t, reads } = openShop(1);
  const owner = signInAdmin(t);
  const app = createApp({ ...t.deps, reads }, NO_PAGES);
  const answer = await app.request("/api/tables/orders/export", {
    headers: { Cookie: owner.cookie() },
  });
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({
    reason: "reading_too_long",
    message: expect.stringContaining("takes too long"),
  });
});

test("more reads than a few dozen at once are refused, and the others answered", async () => {
  const { reads } = openShop();
  const all = await Promise.allSettled(Array.from({ length: 40 }, () => countOrders(reads)));
  const refused = all.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(8);
  expect(refused[0]).toMatchObject({ reason: { status: 503, reason: "readings_busy" } });
});

test("an export shows one moment, beside writers and other reads", async () => {
  const { t, reads } = openShop();
  addOrders(t, 3000);
  const chunks = reads.exportTable(page({ sort: "id:asc" }));
  const first = await chunks.next();
  addOrder(t, "LATE");
  expect(await countOrders(reads)).toBe(3001);
  const rest = await textOf(chunks);
  const text = new TextDecoder().decode(first.value) + rest;
  expect(text.trimEnd().split("\r\n")).toHaveLength(3001);
  expect(text).not.toContain("LATE");
});

test("an export of a disconnected client ends its process", async () => {
  const { t, reads, databasePath } = openShop();
  addOrders(t, 3000, () => ({ customerName: "x".repeat(150) }));
  const owner = signInAdmin(t);
  const app = createApp({ ...t.deps, reads }, NO_PAGES);
  const ask = () =>
    app.request("/api/tables/orders/export", { headers: { Cookie: owner.cookie() } });
  await countOrders(reads);

  const started = await Promise.all([ask(), ask()]);
  const readers = started.map(({ body }) => body?.getReader());
  for (const reader of readers) expect((await reader?.read())?.done).toBe(false);
  expect(listReaders(databasePath)).toHaveLength(3);
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
  expect((await whole.text()).split("\r\n")).toHaveLength(3003);
  await until(() => listReaders(databasePath).length === 1, {
    what: "the end of the exports",
    limitMs: 5000,
  });
});

const photo = readFileSync(join(import.meta.dirname, "../domain/files/photo-with-gps.jpg"));
const pdf = await makePdf(2);

function openInspection(longestMs?: number) {
  const folder = temporaryFolder();
  const logged: string[] = [];
  const log = createLog({
    level: "warn",
    destination: { write: (line) => void logged.push(line) },
  });
  const inspect = processInspection({ log, ...(longestMs && { longestMs }) });
  const send = (kind: UploadKind, bytes: Buffer) => {
    const path = join(folder, sha256(bytes));
    writeFileSync(path, bytes);
    return inspect({ kind, path, sha256: sha256(bytes), bytes: bytes.length }).then(
      (inspection) => ({ inspection, path }),
    );
  };
  return { send, logged };
}

test("a worker process inspects files without changing them", async () => {
  const { send } = openInspection();
  const [whole, located, bad] = await Promise.all([
    send("file", pdf),
    send("media", photo),
    send("media", pdf),
  ]);
  expect(whole.inspection).toMatchObject({ pages: 2, sha256: sha256(pdf) });
  expect(located.inspection).toEqual({ fault: "locatedPicture" });
  expect(readFileSync(located.path)).toEqual(photo);
  expect(bad.inspection).toEqual({ fault: "noPicture" });
});

test("a file that takes too long is refused, with a line in the log", async () => {
  const { send, logged } = openInspection(1);
  expect((await send("file", pdf)).inspection).toEqual({ fault: "tooComplex" });
  expect(logged.join()).toContain("An upload could not be inspected.");
});
