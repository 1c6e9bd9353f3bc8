// As a program it is one client that asks for the same again as soon as it is answered, until it is
// killed: worst.ts URL COOKIE CONNECTIONS
import { inWords, probe, type Times } from "../../support/figures.ts";
import { atMost, inMs, type Row, verdict } from "./rows.ts";
import type { Visitor } from "./visitor.ts";

const GOAL_MS = 25;
const FEW = 4;
const MANY = 40;

/**
 * How long `GET /api/products` takes, 50 times a second, while one other client does the worst it may
 * at full speed, beside how long it takes when the store is idle.
 */
export async function measureWorst(url: string, { cookie, zip }: Visitor): Promise<Row[]> {
  const idle = await probe(url);
  console.log(`GET /api/products, in ms, idle: ${inWords(idle)}`);
  const loads = [
    { name: "files that do not exist, signed in", path: "/files/999999/none.pdf", cookie },
    { name: "ZIPs, signed in", path: zip, cookie },
    { name: "the purchase history", path: "/api/products/purchased-products", cookie },
    { name: "the account page", path: "/account", cookie },
    { name: "/upsell/1", path: "/upsell/1", cookie: "", connections: MANY },
    { name: "pages that do not exist", path: "/no-such-page", cookie: "", connections: MANY },
  ];
  const rows: Row[] = [];
  for (const { name, path, cookie, connections = FEW } of loads) {
    const program = ["nice", process.execPath, import.meta.filename];
    const client = Bun.spawn([...program, url + path, cookie, `${connections}`], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      // What it says first: that it is at work.
      await client.stdout.getReader().read();
      const times = await probe(url);
      const load = `${connections} connections on ${name}`;
      const row = slowerBeside(load, times, idle);
      rows.push(row);
      console.log(`  ${load}: ${inWords(times)}${verdict(row)}`);
    } finally {
      client.kill();
      await client.exited;
    }
  }
  return rows;
}

/** How much later the slowest answers to shoppers are beside a load. */
export const slowerBeside = (load: string, times: Times, idle: Times): Row =>
  atMost(GOAL_MS, {
    name: `Shoppers' p99 beside ${load}, over the idle one`,
    value: times.p99 - idle.p99,
    print: inMs,
  });

async function pester(url: string, headers: Record<string, string>): Promise<never> {
  for (;;) {
    const answer = await fetch(url, { headers }).catch(() => undefined);
    for await (const _chunk of answer?.body ?? []) continue;
  }
}

if (import.meta.main) {
  const [url = "", Cookie = "", connections = ""] = process.argv.slice(2);
  const headers = { "X-Forwarded-For": "81.251.0.1", Cookie };
  const clients = Array.from({ length: Number(connections) }, () => pester(url, headers));
  process.stdout.write("at work\n");
  await Promise.all(clients);
}
