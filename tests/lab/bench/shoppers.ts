import { inWords, summarize, type Times } from "../../support/figures.ts";
import type { StoreProcess } from "../../support/store-process.ts";
import { asRatio, atMost, type Row, slowerBeside } from "./rows.ts";

const GOAL_MEDIAN = 1.5;
const PROBES = 500;
const PROBE_EVERY_MS = 20;

/**
 * Measures latencies of `GET /api/products`, idle and while an administrator repeats each call in
 * `loads` (paths by name).
 */
export async function measureShoppers(
  { url }: StoreProcess,
  cookie: string,
  loads: Record<string, string>,
): Promise<Row[]> {
  const idle = await probe(url);
  console.log(`  GET /api/products, in ms, idle: ${inWords(idle)}`);
  const rows: Row[] = [];
  for (const [name, path] of Object.entries(loads)) {
    const client = repeatInOwnProcess(url + path, cookie);
    try {
      await client.stdout.getReader().read();
      const times = await probe(url);
      console.log(`  during ${name}: ${inWords(times)}`);
      const median = { name: `Shoppers' median beside ${name}, of the idle one`, print: asRatio };
      rows.push(atMost(GOAL_MEDIAN, { ...median, value: times.p50 / idle.p50 }));
      rows.push(slowerBeside(name, times, idle));
    } finally {
      client.kill();
      await client.exited;
    }
  }
  return rows;
}

/**
 * Returns latencies in ms of the product list for one buyer at 50 requests per second, measured
 * from each scheduled send time so that a delayed send counts. Sends 500 by default.
 */
export async function probe(
  storeUrl: string,
  isNeeded = (nth: number) => nth < PROBES,
): Promise<Times> {
  const startedAt = performance.now();
  const running: Promise<number>[] = [];
  for (let nth = 0; isNeeded(nth); nth++) {
    const due = startedAt + nth * PROBE_EVERY_MS;
    await Bun.sleep(Math.max(0, due - performance.now()));
    const asked = fetch(`${storeUrl}/api/products`, {
      headers: { "X-Forwarded-For": "81.250.0.1" },
    });
    running.push(
      asked.then(async (answer) => {
        await answer.arrayBuffer();
        if (answer.status !== 200) throw new Error(`The list was answered ${answer.status}.`);
        return performance.now() - due;
      }),
    );
  }
  return summarize(await Promise.all(running));
}

/** Starts a client in a separate process that repeats a request until it is killed. */
function repeatInOwnProcess(url: string, cookie: string) {
  const headers = JSON.stringify({ "X-Forwarded-For": "81.251.0.1", Cookie: cookie });
  const program = `console.log("started");
    for (;;) {
      const answer = await fetch(${JSON.stringify(url)}, { headers: ${headers} }).catch(() => {});
      for await (const chunk of answer?.body ?? []) continue;
    }`;
  return Bun.spawn(["nice", process.execPath, "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}
