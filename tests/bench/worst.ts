// As a program it is one client that asks for the same again as soon as it is answered, until it is
// killed: worst.ts URL COOKIE CONNECTIONS
import { inWords, probe } from "../support/figures.ts";
import type { Visitor } from "./visitor.ts";

const GOAL_MS = 25;
const FEW = 4;
const MANY = 40;

/**
 * How long `GET /api/products` takes, 50 times a second, while one other client does the worst it may
 * at full speed, beside how long it takes when the store is idle.
 */
export async function measureWorst(url: string, { cookie, zip }: Visitor): Promise<void> {
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
  for (const { name, path, cookie, connections = FEW } of loads) {
    const program = ["nice", process.execPath, import.meta.filename];
    const client = Bun.spawn([...program, url + path, cookie, `${connections}`], {
      stdio: ["ignore", "pipe", "inherit"],
    });
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
