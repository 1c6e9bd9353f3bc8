import { readFile, rm } from "node:fs/promises";
import { inTurns, median } from "../../support/figures.ts";
import { startBare } from "./bare.ts";
import { addressOf } from "./calls.ts";
import { makeCatalogue } from "./fill.ts";
import { sendRequests } from "./load.ts";
import { asRatio, atLeast, atMost, type Row, verdict } from "./rows.ts";
import { startDemo } from "./store.ts";
import { sendVisitor } from "./visitor.ts";

const ROUNDS = 5;
const SECONDS = 2;

const PATHS = ["/api/products", "/"];
const MANY_CONNECTIONS = 32;
const GOAL_RATIO = 0.7;

/** Requests per second of the store and of a bare server with the same answers, taken in turns. */
export async function benchRequests(): Promise<Row[]> {
  const store = await startDemo();
  const requests = PATHS.map((path) => ({ path }));
  const bare = await startBare(store.url, requests);
  const rows: Row[] = [];
  const measure = (url: string) => async () => {
    const load = { url, connections: MANY_CONNECTIONS, seconds: SECONDS };
    const { answered, seconds } = await sendRequests(load);
    return answered / seconds;
  };
  try {
    for (const path of PATHS) {
      const ways = [measure(store.url + path), measure(bare.url + path)] as const;
      const { first, second, ratio } = await inTurns(ROUNDS, [...ways]);
      const name = `GET ${path}: requests a second, share of a bare server's`;
      const row = atLeast(GOAL_RATIO, { name, value: ratio, print: asRatio });
      rows.push(row);
      console.log(
        `GET ${path}: store ${Math.round(first)}/s, bare Bun.serve ${Math.round(second)}/s, ` +
          `ratio ${row.figure}${verdict(row)}`,
      );
    }
  } finally {
    bare.stop();
    await store.stop();
  }
  return rows;
}

const CONNECTIONS = 4;
const STARTS = 5;
const QUIET_MS = 5000;
/** Linux counts processor time in hundredths of a second. */
const MICROSECONDS_A_TICK = 10_000;
const MIB_IN_KB = 1024;
const GOALS = { range: 200, products: 20, memoryMib: 100 };

type Request = { name: string; path: string; headers: Record<string, string>; goal: number };
type Settings = { dataDir: string; TRUSTED_PROXY: "1" };

/**
 * What calls and an idle store cost: the server's processor time for each, beside that of a bare
 * server with the same answers in the same run, and memory. Needs Linux.
 */
export async function benchDear(): Promise<Row[]> {
  const dataDir = await makeCatalogue();
  try {
    const { file, fileLink, cookie: Cookie } = await sendVisitor(dataDir);
    const settings = { dataDir, TRUSTED_PROXY: "1" } as const;
    const Range = "bytes=0-65535";
    const { products, range: goal } = GOALS;
    const costs = await compareCosts(settings, [
      { name: "GET /api/products", path: "/api/products", headers: {}, goal: products },
      { name: "64 KiB of a PDF, signed in", path: file, headers: { Cookie, Range }, goal },
      { name: "64 KiB of a PDF, by link", path: fileLink, headers: { Range }, goal },
    ]);
    return [...costs, await measureIdle(settings)];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function compareCosts(settings: Settings, requests: Request[]): Promise<Row[]> {
  const store = await startDemo(settings);
  const bare = await startBare(store.url, requests);
  const rows: Row[] = [];
  try {
    for (const request of requests) {
      const { first, second } = await inTurns(ROUNDS, [
        () => costOf(store, request),
        () => costOf(bare, request),
      ]);
      const name = `${request.name}: processor time a call`;
      const row = atMost(request.goal, { name, value: first, print: inMicroseconds });
      rows.push(row);
      console.log(`${name} ${row.figure}, bare Bun.serve ${inMicroseconds(second)}${verdict(row)}`);
    }
  } finally {
    bare.stop();
    await store.stop();
  }
  return rows;
}

const inMicroseconds = (value: number) => `${value.toFixed(0)} µs`;

/** The server's processor time for one call, in µs. */
async function costOf(
  { url, pid }: { url: string; pid: number },
  { path, headers }: Request,
): Promise<number> {
  const before = await processorTime(pid);
  const { answered } = await sendRequests({
    url: url + path,
    connections: CONNECTIONS,
    seconds: SECONDS,
    headersOf: (nth) => ({ ...headers, "X-Forwarded-For": addressOf(nth) }),
  });
  return ((await processorTime(pid)) - before) / answered;
}

async function measureIdle(settings: Settings): Promise<Row> {
  const resident: number[] = [];
  const own: number[] = [];
  while (resident.length < STARTS) {
    const store = await startDemo(settings);
    await Bun.sleep(QUIET_MS);
    const memory = await memoryOf(store.pid);
    resident.push(memory.resident);
    own.push(memory.own);
    await store.stop();
  }
  const memory = atMost(GOALS.memoryMib, {
    name: "Idle memory",
    value: median(resident),
    print: (value) => `${value.toFixed(0)} MiB`,
  });
  const ownMib = median(own).toFixed(0);
  console.log(`Idle memory: ${memory.figure} resident, ${ownMib} of it private${verdict(memory)}`);
  return memory;
}

/** The processor time that a process has used so far, its own and the system's for it, in µs. */
export async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1");
  // The program's name stands in parentheses and may hold spaces; user and system time come later.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * MICROSECONDS_A_TICK;
}

/** What a process holds in memory, in MiB: all of it, and what it shares with no other. */
async function memoryOf(pid: number): Promise<{ resident: number; own: number }> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "latin1");
  const mib = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(rollup)?.[1]) / MIB_IN_KB;
  return { resident: mib("Rss"), own: mib("Private_Clean") + mib("Private_Dirty") };
}
