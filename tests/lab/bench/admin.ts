import { openReader } from "../../../db/client.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { listRows } from "../../../server/domain/tables/read-jobs.ts";
import { readListQuery } from "../../../server/domain/tables/list-query.ts";
import { getTable } from "../../../server/domain/tables/registry.ts";
import { openDataDir } from "../../support/create-test-app.ts";
import { median, residentMb } from "../../support/figures.ts";
import type { StoreProcess as Store } from "../../support/store-process.ts";
import { signInAdmin } from "../../support/table-calls.ts";
import { removeFolder } from "../torture/world.ts";
import { fillOrders, paidEmail } from "./fill.ts";
import { inMs, type Row, show } from "./rows.ts";
import { measureShoppers } from "./shoppers.ts";
import { makeCatalogue, startDemo } from "./store.ts";

const ORDERS = 1_000_000;
const RARE_EMAIL = paidEmail(700_020);
const PAGE_ROWS = 50;
const WARM_UP_ROUNDS = 3;
const ROUNDS = 9;
const GOAL_PAGE_MS = 50;
const GOAL_SEARCH_MS = 100;
const GOAL_EXPORT_MB = 64;
/** Time for the background jobs of the startup to finish. */
const SETTLE_MS = 5000;

const LOADS = {
  "an export": "/api/tables/orders/export",
  "a sort without an index": "/api/tables/orders?sort=currency:desc",
};

const definition = getTable("orders");
const sortable = [...definition.columns.values()].filter(({ field }) => field.sortable);

/** Measures admin lists, searches and exports of 1,000,000 orders, and their effect on shoppers. */
export async function benchAdmin(): Promise<Row[]> {
  const dataDir = await makeCatalogue();
  fillOrders(dataDir, ORDERS);
  const shop = await openDataDir(dataDir);
  const cookie = signInAdmin(shop).cookie();
  shop.close();
  console.log(`With ${ORDERS} orders:`);
  const rows = [...timeLists(pathsOf(dataDir).database), ...(await askStore(dataDir, cookie))];
  removeFolder(dataDir);
  return rows;
}

function timeLists(path: string): Row[] {
  const reader = openReader(path);
  const middle = String(Math.ceil(ORDERS / 2 / PAGE_ROWS));
  const email = RARE_EMAIL.slice(1, -4);
  const lists: { name: string; query: Record<string, string>; goalMs?: number }[] = [
    ...sortable.map(({ name }) => ({
      name: `first page by ${name}`,
      query: { sort: `${name}:desc` },
    })),
    ...["id", "created_at", "total_amount", "email"].map((name) => ({
      name: `middle page by ${name}`,
      query: { sort: `${name}:desc`, page: middle },
      goalMs: GOAL_PAGE_MS,
    })),
    ...(definition.views ?? []).map(({ title, filters }) => ({
      name: `view ${title}`,
      query: { ...filters },
    })),
    { name: "equal", query: { status__eq: "paid" } },
    { name: "part of a text", query: { email }, goalMs: GOAL_SEARCH_MS },
  ];
  const rows: Row[] = [];
  for (const { name, query, goalMs } of lists) {
    const asked = readListQuery(definition, query);
    const times: number[] = [];
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      const startedAt = performance.now();
      JSON.stringify(listRows(reader, { table: "orders", query: asked }).page);
      if (round >= WARM_UP_ROUNDS) times.push(performance.now() - startedAt);
    }
    rows.push(...show({ name: `List, ${name}`, value: median(times), print: inMs }, goalMs));
  }
  reader.close();
  return rows;
}

async function askStore(dataDir: string, cookie: string): Promise<Row[]> {
  await using store = await startDemo(dataDir, { TRUSTED_PROXY: "1" });
  await Bun.sleep(SETTLE_MS);
  const headers = { Cookie: cookie };
  await (await fetch(`${store.url}/api/tables/orders?limit=1`, { headers })).text();
  return [
    ...(await timeSearches(store, headers)),
    ...(await timeExport(store, headers)),
    ...(await measureShoppers(store, cookie, LOADS)),
  ];
}

/** Times the command palette's search over all tables, with rare and common substrings. */
async function timeSearches({ url }: Store, headers: Record<string, string>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const text of [RARE_EMAIL, "cs_test", "example.com", "nothing like it"]) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const startedAt = performance.now();
      await (await fetch(`${url}/api/admin/search?q=${text}`, { headers })).text();
      times.push(performance.now() - startedAt);
    }
    const figure = { name: `Search for ${text}`, value: median(times), print: inMs };
    rows.push(...show(figure, GOAL_SEARCH_MS));
  }
  return rows;
}

async function timeExport({ url, pid }: Store, headers: Record<string, string>): Promise<Row[]> {
  const before = residentMb(pid);
  let most = before;
  const monitor = setInterval(() => (most = Math.max(most, residentMb(pid))), 20);
  const startedAt = performance.now();
  let rows = -1;
  const answer = await fetch(`${url}/api/tables/orders/export`, { headers });
  for await (const chunk of answer.body ?? []) for (const byte of chunk) if (byte === 10) rows++;
  const seconds = (performance.now() - startedAt) / 1000;
  clearInterval(monitor);
  console.log(`  export: ${rows} rows, ${Math.round(rows / seconds)} rows/s`);
  const print = (value: number) => `${value.toFixed(0)} MB`;
  return show({ name: "Memory that an export adds", value: most - before, print }, GOAL_EXPORT_MB);
}
