import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import Database from "better-sqlite3";
import { openReader } from "../../../db/client.ts";
import { updateRow } from "../../../db/record.ts";
import { users } from "../../../db/schema.ts";
import { SORT_KEY_COLUMNS } from "../../../db/sort-key.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { listRows } from "../../../server/domain/tables/list.ts";
import { readListQuery } from "../../../server/domain/tables/list-query.ts";
import { getTable } from "../../../server/domain/tables/registry.ts";
import { openDataDir } from "../../support/create-test-app.ts";
import { inWords, median, probe } from "../../support/figures.ts";
import { signedIn } from "../../support/sign-in.ts";
import { fillOrders, guestEmail, makeCatalogue } from "./fill.ts";
import { asRatio, atLeast, atMost, inMs, type Row, verdict } from "./rows.ts";
import { startDemo, type Store } from "./store.ts";
import { slowerBeside } from "./worst.ts";

const SIZES = [1000, 100_000, 1_000_000];
const WARM_UP_ROUNDS = 3;
const ROUNDS = 9;
const GOAL_RATE = 0.6;
const GOAL_MS = 50;
const GOAL_MB = 64;
const GOAL_MEDIAN = 1.5;
/** The first rounds of background work are over by then. */
const SETTLE_MS = 5000;

const definition = getTable("orders");
const sorted = [...definition.columns.values()].filter(({ field }) => field.sortable);

/**
 * What the owner's lists and exports cost over large tables, beside the same written by hand, and
 * whether shoppers notice them.
 */
export async function benchAdmin(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const orders of SIZES) {
    const dataDir = await makeCatalogue();
    try {
      await fillOrders(dataDir, orders);
      const cookie = await signInOwner(dataDir);
      console.log(`With ${orders} orders:`);
      const found = [
        ...compareLists(pathsOf(dataDir).database, orders),
        ...(await askStore(dataDir, { cookie, orders })),
      ];
      rows.push(...found.map((row) => ({ ...row, name: `${row.name}, ${orders} orders` })));
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  }
  return rows;
}

async function signInOwner(dataDir: string): Promise<string> {
  const shop = await openDataDir(dataDir);
  const browser = await signedIn(shop, "owner@example.com");
  const find = shop.db.sqlite.prepare("SELECT id FROM users WHERE email = 'owner@example.com'");
  const author = { actor: "bench", now: new Date() };
  const id = Number(find.pluck().get());
  shop.db.write((tx) => updateRow(tx, users, id, { isAdmin: true }, author));
  shop.close();
  return browser.cookie();
}

type Way = { name: string; query: Record<string, string>; where?: string; goal?: "rate" | "time" };

/** Pages as the store lists them, and as `SELECT *` with a `count(*)` beside it would. */
function compareLists(path: string, orders: number): Row[] {
  const reader = openReader(path);
  const bare = new Database(path, { readonly: true });
  const middle = String(Math.ceil(orders / 2 / 50));
  const email = guestEmail(orders, 20);
  const ways: Way[] = [
    ...sorted.map(({ name }) => ({
      name: `first page by ${name}`,
      query: { sort: `${name}:desc` },
      goal: "rate" as const,
    })),
    ...["id", "created_at", "total_amount", "email"].map((name) => ({
      name: `middle page by ${name}`,
      query: { sort: `${name}:desc`, page: middle },
      goal: "time" as const,
    })),
    { name: "equal", query: { status: "paid", status__eq: "paid" }, where: "status = 'paid'" },
    {
      name: "part of a text",
      query: { email: email.slice(1, -4) },
      where: `email LIKE '%${email.slice(1, -4)}%'`,
      goal: "time",
    },
  ];
  const rows: Row[] = [];
  for (const { name, query, where = "true", goal } of ways) {
    const { page, limit, sort, ...filters } = readListQuery(definition, query);
    const [by = { column: "id", direction: "desc" }] = sort;
    const sorted = SORT_KEY_COLUMNS["orders"]?.[by.column] ?? by.column;
    const order = `${sorted} ${by.direction}, id ${by.direction}`;
    const select = bare.prepare(
      `SELECT * FROM orders WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`,
    );
    const count = bare.prepare(`SELECT count(*) FROM orders WHERE ${where}`);
    const asked = { page, limit, sort, ...filters };
    const [store, hand] = timeInTurns([
      () => JSON.stringify(listRows(reader, { table: "orders", query: asked }).page),
      () => JSON.stringify([select.all(limit, (page - 1) * limit), count.get()]),
    ]);
    const rate = hand / store;
    const row =
      goal === "rate"
        ? atLeast(GOAL_RATE, { name: `List, ${name}: rate by hand's`, value: rate, print: asRatio })
        : atMost(GOAL_MS, { name: `List, ${name}`, value: store, print: inMs });
    if (goal) rows.push(row);
    const [a, b] = [store.toFixed(2), hand.toFixed(2)];
    const met = goal ? verdict(row) : "";
    console.log(`  ${name}: ${a} ms, by hand ${b} ms, rate ${rate.toFixed(2)}${met}`);
  }
  reader.close();
  bare.close();
  return rows;
}

/** The middle time of each in milliseconds. */
function timeInTurns(ways: [() => unknown, () => unknown]): [number, number] {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    for (const [nth, way] of ways.entries()) {
      const startedAt = performance.now();
      way();
      if (round >= WARM_UP_ROUNDS) times[nth]?.push(performance.now() - startedAt);
    }
  }
  return [median(times[0]), median(times[1])];
}

async function askStore(
  dataDir: string,
  { cookie, orders }: { cookie: string; orders: number },
): Promise<Row[]> {
  const store = await startDemo({ dataDir, TRUSTED_PROXY: "1" });
  try {
    await Bun.sleep(SETTLE_MS);
    const headers = { Cookie: cookie };
    await (await fetch(`${store.url}/api/tables/orders?limit=1`, { headers })).text();
    return [
      ...(await timeSearches(store, { headers, orders })),
      await timeExport(store, headers),
      ...(orders === SIZES.at(-1) ? await watchShoppers(store, cookie) : []),
    ];
  } finally {
    await store.stop();
  }
}

/** What the palette asks for: rare and common parts of texts in all tables at once. */
async function timeSearches(
  { url }: Store,
  { headers, orders }: { headers: Record<string, string>; orders: number },
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const text of [guestEmail(orders, 20), "cs_test", "example.com", "nothing like it"]) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const startedAt = performance.now();
      await (await fetch(`${url}/api/admin/search?q=${text}`, { headers })).text();
      times.push(performance.now() - startedAt);
    }
    const name = `Search for ${text}`;
    const row = atMost(GOAL_MS, { name, value: median(times), print: inMs });
    rows.push(row);
    console.log(`  ${name}: ${row.figure}${verdict(row)}`);
  }
  return rows;
}

async function timeExport({ url, pid }: Store, headers: Record<string, string>): Promise<Row> {
  const before = residentMb(pid);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, residentMb(pid))), 20);
  const startedAt = performance.now();
  let rows = -1;
  let bytes = 0;
  const answer = await fetch(`${url}/api/tables/orders/export`, { headers });
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    for (const byte of chunk) if (byte === 10) rows++;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  clearInterval(watch);
  const row = atMost(GOAL_MB, {
    name: "Memory that an export adds",
    value: most - before,
    print: (value) => `${value.toFixed(0)} MB`,
  });
  console.log(
    `  export: ${rows} rows, ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s, ` +
      `${Math.round(rows / seconds)} rows/s, ${row.figure} of memory added${verdict(row)}`,
  );
  return row;
}

/** What a process has in memory now. */
function residentMb(pid: number): number {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb) / 1000;
}

/** `GET /api/products`, idle and while an administrator keeps the reading process busy. */
async function watchShoppers({ url }: Store, cookie: string): Promise<Row[]> {
  const rows: Row[] = [];
  const idle = await probe(url);
  console.log(`  GET /api/products, in ms, idle: ${inWords(idle)}`);
  const loads = { "an export": "/export", "a sort without an index": "?sort=currency:desc" };
  for (const [name, path] of Object.entries(loads)) {
    const program = ["nice", process.execPath, `${import.meta.dirname}/worst.ts`];
    const client = Bun.spawn([...program, `${url}/api/tables/orders${path}`, cookie, "1"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      await client.stdout.getReader().read();
      const times = await probe(url);
      const slower = slowerBeside(name, times, idle);
      const middle = atMost(GOAL_MEDIAN, {
        name: `Shoppers' median beside ${name}, of the idle one`,
        value: times.p50 / idle.p50,
        print: asRatio,
      });
      rows.push(middle, slower);
      console.log(`  during ${name}: ${inWords(times)}${verdict(middle)}${verdict(slower)}`);
    } finally {
      client.kill();
      await client.exited;
    }
  }
  return rows;
}
