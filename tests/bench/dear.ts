import { readFile, rm } from "node:fs/promises";
import { startBare } from "./bare.ts";
import { addressOf } from "./calls.ts";
import { makeCatalogue } from "./fill.ts";
import { sendRequests } from "./load.ts";
import { median } from "./median.ts";
import { startDemo } from "./store.ts";
import { sendVisitor } from "./visitor.ts";

const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 4;
const STARTS = 5;
const QUIET_MS = 5000;
/** Linux counts processor time in hundredths of a second. */
const MICROSECONDS_A_TICK = 10_000;
const MIB_IN_KB = 1024;
const GOALS = { range: 200, products: 20, memoryMib: 100, openMs: 500 };

type Request = {
  name: string;
  path: string;
  headers: Record<string, string>;
  goal: number;
};

/**
 * What calls and an idle store cost: the server's processor time for each, beside that of a bare
 * server with the same answers in the same run; memory; and the time to open. Needs Linux.
 */
export async function benchDear(): Promise<void> {
  const dataDir = await makeCatalogue();
  try {
    const { file, fileLink, cookie } = await sendVisitor(dataDir);
    const settings = { dataDir, TRUSTED_PROXY: "1" } as const;
    const Range = "bytes=0-65535";
    await compare(settings, [
      { name: "GET /api/products", path: "/api/products", headers: {}, goal: GOALS.products },
      {
        name: "64 KiB of a PDF, signed in",
        path: file,
        headers: { Cookie: cookie, Range },
        goal: GOALS.range,
      },
      {
        name: "64 KiB of a PDF, by link",
        path: fileLink,
        headers: { Range },
        goal: GOALS.range,
      },
    ]);
    await measureIdle(settings);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function compare(
  settings: { dataDir: string; TRUSTED_PROXY: "1" },
  requests: Request[],
): Promise<void> {
  const store = await startDemo(settings);
  const bare = await startBare(store.url, requests);
  try {
    for (const request of requests) {
      const rounds: { store: number; bare: number }[] = [];
      // The first round warms both up.
      for (let round = 0; round <= ROUNDS; round++) {
        const costs = { bare: await costOf(bare, request), store: await costOf(store, request) };
        if (round > 0) rounds.push(costs);
      }
      const [own, least] = [median(rounds.map((r) => r.store)), median(rounds.map((r) => r.bare))];
      console.log(
        `${request.name}: ${own.toFixed(0)} µs of processor time a call, ` +
          `bare Bun.serve ${least.toFixed(0)} µs${verdict(own, request.goal)}`,
      );
    }
  } finally {
    bare.stop();
    await store.stop();
  }
}

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

async function measureIdle(settings: { dataDir: string; TRUSTED_PROXY: "1" }): Promise<void> {
  const opened: number[] = [];
  const memory: { resident: number; own: number }[] = [];
  while (opened.length < STARTS) {
    const store = await startDemo(settings);
    opened.push(store.openedMs);
    await Bun.sleep(QUIET_MS);
    memory.push(await memoryOf(store.pid));
    await store.stop();
  }
  const [resident, own] = [median(memory.map((m) => m.resident)), median(memory.map((m) => m.own))];
  const mib = `${resident.toFixed(0)} MiB resident, ${own.toFixed(0)} of it private`;
  console.log(`Idle memory: ${mib}${verdict(resident, GOALS.memoryMib)}`);
  const ms = median(opened);
  console.log(`From start to the first answer: ${ms.toFixed(0)} ms${verdict(ms, GOALS.openMs)}`);
}

const verdict = (value: number, goal: number) =>
  ` (goal ${goal} or less: ${value <= goal ? "met" : "MISSED"})`;

/** The processor time that a process has used so far, its own and the system's for it, in µs. */
async function processorTime(pid: number): Promise<number> {
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
