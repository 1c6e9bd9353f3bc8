import { statSync } from "node:fs";
import { openReader } from "../../../db/client.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { median, residentMb } from "../../support/figures.ts";
import type { StoreProcess } from "../../support/store-process.ts";
import { atMost, type Row, verdict } from "./rows.ts";
import { makeCatalogue, startDemo } from "./store.ts";

const VIEWS = 100_000;
const CONCURRENCY = 16;
const STEPS = 10;
const SOURCES = 50;
/** Visitors; each opens 25 pages from one source, which is below a client's limits. */
const CLIENTS = 4000;
const GOAL_GROWTH_MB = 10;
const GOAL_BYTES = 1_000_000;

const BEHIND_PROXY = { TRUSTED_PROXY: "1" };
const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0";
const AGENTS = [
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Safari/537.36`,
];
/** Devices of `AGENTS`. */
const DEVICES = ["desktop", "phone", "tablet"];
const BOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const PATHS = ["/", "/", "/", "/", "/privacy", "/terms", "/refund"];

/** Returns a function that opens the nth page, rotating devices, pages and sources. */
function visitor(url: string, agents = AGENTS) {
  const etags = new Map<string, string>();
  return async (nth: number): Promise<void> => {
    const path = PATHS[nth % PATHS.length] ?? "/";
    const response = await fetch(`${url}${path}?utm_source=source-${nth % SOURCES}`, {
      headers: {
        "User-Agent": agents[nth % agents.length] ?? "",
        "X-Forwarded-For": `203.0.${Math.floor((nth % CLIENTS) / 250)}.${nth % 250}`,
        // A 304 is cheap, and is counted like a page.
        "If-None-Match": etags.get(path) ?? "",
      },
    });
    etags.set(path, response.headers.get("ETag") ?? "");
    await response.arrayBuffer();
    if (response.status !== 200 && response.status !== 304)
      throw new Error(`${path}: ${response.status}`);
  };
}

type Stored = { path: string; source: string; device: string; count: number };

/** Returns the stored page views. */
function storedIn(database: string): Stored[] {
  const db = openReader(database);
  const read = db.sqlite.prepare<[], Stored>(
    "SELECT path, utm_source AS source, device, count FROM visits WHERE step = 'page'",
  );
  const rows = read.all();
  db.close();
  return rows;
}

/** Returns how many of the views of `visitMany` are in the wrong row, missing, or counted twice. */
function countWrong(rows: Stored[]): number {
  const expected = new Map<string, number>();
  const add = (key: string, count: number) => expected.set(key, (expected.get(key) ?? 0) + count);
  for (let nth = 0; nth < VIEWS; nth++) {
    const device = DEVICES[nth % DEVICES.length];
    add(`${PATHS[nth % PATHS.length]} source-${nth % SOURCES} ${device}`, 1);
  }
  for (const { path, source, device, count } of rows) add(`${path} ${source} ${device}`, -count);
  return [...expected.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}

/** Measures memory, database size and wrong counts of page views. */
export async function benchVisits(): Promise<Row[]> {
  const dataDir = await makeCatalogue();
  // The first start stores the initial content.
  await (await startDemo(dataDir)).stop();
  const { database } = pathsOf(dataDir);
  const before = statSync(database).size;
  const store = await startDemo(dataDir, BEHIND_PROXY);
  // The same requests from a bot show the memory used without counting.
  const uncounted = await visitMany(store, visitor(store.url, [BOT]));
  const counted = await visitMany(store, visitor(store.url));
  await store.stop();
  const stored = storedIn(database);
  const bytes = statSync(database).size - before;
  console.log(`${VIEWS} views are stored in ${stored.length} rows`);
  const rows = [
    atMost(0, { name: "Page views miscounted", value: countWrong(stored), print: String }),
    atMost(GOAL_GROWTH_MB, {
      name: "Memory of counting",
      value: median(counted) - median(uncounted),
      print: (mb) => `${mb.toFixed(1)} MB`,
    }),
    atMost(GOAL_BYTES, {
      name: "Database growth",
      value: bytes,
      print: (value) => `${value} bytes`,
    }),
  ];
  for (const row of rows) console.log(`${row.name}: ${row.figure}${verdict(row)}`);
  return rows;
}

/** Opens all pages. Returns the memory of the store in MB after each tenth. */
async function visitMany(
  { pid }: Pick<StoreProcess, "pid">,
  visit: (nth: number) => Promise<void>,
): Promise<number[]> {
  const memory: number[] = [];
  const startedAt = performance.now();
  let nth = 0;
  for (let step = 1; step <= STEPS; step++) {
    const last = (VIEWS / STEPS) * step;
    const visitMore = async () => {
      while (nth < last) await visit(nth++);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, visitMore));
    memory.push(residentMb(pid));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const listed = memory.map((mb) => mb.toFixed(0)).join(", ");
  console.log(`${VIEWS} requests in ${seconds.toFixed(0)} s; MB after each tenth: ${listed}`);
  return memory;
}
