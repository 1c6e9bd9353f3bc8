import { runAtRate, summarize } from "../torture/latency/schedule.ts";
import type { Visitor } from "./visitor.ts";

const SECONDS = 10;
const RATE = 50;
const GOAL_MS = 25;
const FEW = 4;
const MANY = 40;

/**
 * How long `GET /api/products` takes, 50 times a second, while one other client does the worst it may
 * at full speed, beside how long it takes when the store is idle.
 */
export async function measureWorst(url: string, visitor: Visitor): Promise<void> {
  const { cookie, zip } = visitor;
  const idle = await probe(url);
  console.log(`GET /api/products, idle: ${inWords(idle)}`);
  const loads = [
    { name: "files that do not exist, signed in", path: "/files/999999/none.pdf", cookie },
    { name: "ZIPs, signed in", path: zip, cookie },
    { name: "the purchase history", path: "/api/products/purchased-products", cookie },
    { name: "the account page", path: "/account", cookie },
    { name: "/upsell/1", path: "/upsell/1", cookie: "", connections: MANY },
    { name: "pages that do not exist", path: "/no-such-page", cookie: "", connections: MANY },
  ];
  for (const { name, path, cookie, connections = FEW } of loads) {
    const client = Bun.spawn(
      ["nice", process.execPath, "tests/bench/pester.ts", url + path, cookie, `${connections}`],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    try {
      // What it says first: that it is at work.
      await client.stdout.getReader().read();
      const times = await probe(url);
      const verdict = times.p99 - idle.p99 <= GOAL_MS ? "" : `  MISSED (goal idle + ${GOAL_MS})`;
      console.log(`  ${connections} connections on ${name}: ${inWords(times)}${verdict}`);
    } finally {
      client.kill();
      await client.exited;
    }
  }
}

const probe = async (url: string) =>
  summarize(
    await runAtRate(
      Array.from({ length: SECONDS * RATE }, () => url),
      { rate: RATE, work: askOnce },
    ),
  );

async function askOnce(url: string): Promise<void> {
  const answer = await fetch(`${url}/api/products`, {
    headers: { "X-Forwarded-For": "81.250.0.1" },
  });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`The product list was answered ${answer.status}.`);
}

function inWords({ p50, p99, max }: ReturnType<typeof summarize>): string {
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, max ${max.toFixed(1)} ms`;
}
