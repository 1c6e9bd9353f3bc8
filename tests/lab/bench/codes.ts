import { rm } from "node:fs/promises";
import { median } from "../../support/figures.ts";
import { accountEmail, fillOrders, makeCatalogue } from "./fill.ts";
import { atMost, type Row, verdict } from "./rows.ts";
import { startDemo } from "./store.ts";

const PAIRS = 200;
const WARM_UP_PAIRS = 20;
/** Enough for that many buyers with an account. */
const ORDERS = 2000;
const LIMIT_MS = 5;
/** Long enough for a mail to be written and sent, so that it slows no other request down. */
const PAUSE_MS = 25;

const KINDS = ["known", "unknown"] as const;
const CALLS = ["send-otp", "orders/find", "verify-otp"];

/** How long the store takes to answer for addresses that it knows and for others. */
export async function benchCodes(): Promise<Row[]> {
  const dataDir = await makeCatalogue();
  await fillOrders(dataDir, ORDERS);
  const store = await startDemo({ dataDir, TRUSTED_PROXY: "1" });
  try {
    return await compareAddresses(store.url, {
      pairs: PAIRS,
      known: (nth) => accountEmail(ORDERS, nth),
    });
  } finally {
    await store.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * Prints how long a store that was started with TRUSTED_PROXY=1 takes for addresses that it knows and
 * for others, in turns: a stop-watch must not tell who has bought here. Also how long the request
 * right after takes.
 */
export async function compareAddresses(
  url: string,
  { pairs, known }: { pairs: number; known: (pair: number) => string },
): Promise<Row[]> {
  const times = CALLS.map(() => ({ taken: emptyTimes(), after: emptyTimes() }));
  for (let pair = 0; pair < pairs + WARM_UP_PAIRS; pair++) {
    const visitors = KINDS.map((kind, nth) => ({
      kind,
      email: kind === "known" ? known(pair) : `unknown-${pair}@example.com`,
      client: `81.0.${(pair * 2 + nth) >> 8}.${(pair * 2 + nth) & 255}`,
      cookie: "",
    }));
    if (pair % 2 === 1) visitors.reverse();
    for (const [nth, call] of CALLS.entries()) {
      for (const visitor of visitors) {
        const { taken, after } = await ask(`${url}/api/${call}`, visitor);
        if (pair < WARM_UP_PAIRS) continue;
        times[nth]?.taken[visitor.kind].push(taken);
        times[nth]?.after[visitor.kind].push(after);
      }
    }
  }
  return times.flatMap(({ taken, after }, nth) => [
    compare(`POST /api/${CALLS[nth]}`, taken),
    compare(`A request right after ${CALLS[nth]}`, after),
  ]);
}

const emptyTimes = () => ({ known: [] as number[], unknown: [] as number[] });

function compare(name: string, times: ReturnType<typeof emptyTimes>): Row {
  const [known, unknown] = [median(times.known), median(times.unknown)];
  const row = atMost(LIMIT_MS, {
    name: `${name}: known and unknown emails apart`,
    value: Math.abs(known - unknown),
    print: (value) => `${value.toFixed(2)} ms`,
  });
  console.log(
    `${name}: known email ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms, ` +
      `${row.figure} apart${verdict(row)}`,
  );
  return row;
}

type Visitor = { email: string; client: string; cookie: string };

/** Sends one request and, as soon as it is answered, another one that has nothing to do with it. */
async function ask(url: string, visitor: Visitor): Promise<{ taken: number; after: number }> {
  const { email, client, cookie } = visitor;
  const startedAt = performance.now();
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Forwarded-For": client, Cookie: cookie },
    body: JSON.stringify(url.endsWith("verify-otp") ? { email, otp: "no code" } : { email }),
  });
  await response.text();
  const answeredAt = performance.now();
  await (await fetch(new URL("/api/users/me", url))).text();
  const endedAt = performance.now();
  if (response.status !== 200 && response.status !== 400) {
    throw new Error(`${url} answered ${response.status}.`);
  }
  visitor.cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
  await Bun.sleep(PAUSE_MS);
  return { taken: answeredAt - startedAt, after: endedAt - answeredAt };
}
