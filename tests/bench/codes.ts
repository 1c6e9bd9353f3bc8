import { openDatabase } from "../../db/client.ts";
import { insertRow } from "../../db/record.ts";
import { orders, users } from "../../db/schema.ts";
import { pathsOf } from "../../server/data-dir.ts";
import { median } from "./median.ts";
import { startDemo } from "./store.ts";

const PAIRS = 200;
const WARM_UP_PAIRS = 20;
const LIMIT_MS = 5;
/** Long enough for a mail to be written and sent, so that it slows no other request down. */
const PAUSE_MS = 25;

type Kind = "known" | "unknown";
type Visitor = { email: string; client: string; cookie: string };

const CALLS = {
  "send-otp": (email: string) => ["/api/send-otp", { email }] as const,
  "orders/find": (email: string) => ["/api/orders/find", { email }] as const,
  "verify-otp": (email: string) => ["/api/verify-otp", { email, otp: "no code" }] as const,
};
type CallName = keyof typeof CALLS;

/** How long the store takes to answer for addresses that it knows and for others. */
export async function benchCodes(): Promise<void> {
  const store = await startDemo({ TRUSTED_PROXY: "1" });
  try {
    addBuyers(store.dataDir);
    await compareAddresses(store.url, { pairs: PAIRS, known: (pair) => emailOf("known", pair) });
  } finally {
    await store.stop();
  }
}

/**
 * Prints how long a store that was started with TRUSTED_PROXY=1 takes for addresses that it knows and
 * for others, in turns: whoever has a stop-watch must not learn who has bought here. Also how long
 * the request right after takes.
 */
export async function compareAddresses(
  url: string,
  { pairs, known }: { pairs: number; known: (pair: number) => string },
): Promise<void> {
  const taken = emptyTimes();
  const after = emptyTimes();
  for (let pair = 0; pair < pairs + WARM_UP_PAIRS; pair++) {
    const kinds: Kind[] = pair % 2 ? ["known", "unknown"] : ["unknown", "known"];
    const visitors = kinds.map((kind) => {
      const email = kind === "known" ? known(pair) : emailOf(kind, pair);
      return [kind, { email, client: clientOf(kind, pair), cookie: "" }] as const;
    });
    for (const call of Object.keys(CALLS) as CallName[]) {
      for (const [kind, visitor] of visitors) {
        const times = await ask(url, visitor, CALLS[call](visitor.email));
        if (pair < WARM_UP_PAIRS) continue;
        taken[call][kind].push(times.taken);
        after[call][kind].push(times.after);
      }
    }
  }
  for (const call of Object.keys(CALLS) as CallName[]) {
    print(`POST /api/${call}`, taken[call]);
    print(`  a request right after it`, after[call]);
  }
}

function print(name: string, times: Record<Kind, number[]>): void {
  const [known, unknown] = [median(times.known), median(times.unknown)];
  const apart = Math.abs(known - unknown);
  console.log(
    `${name}: known address ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms, ` +
      `${apart.toFixed(2)} ms apart (limit ${LIMIT_MS})`,
  );
}

const emptyTimes = () => {
  const none = () => ({ known: [] as number[], unknown: [] as number[] });
  return { "send-otp": none(), "orders/find": none(), "verify-otp": none() };
};

const emailOf = (kind: Kind, pair: number) => `${kind}-${pair}@example.com`.padStart(32, "a");

function clientOf(kind: Kind, pair: number): string {
  const nth = pair * 2 + (kind === "known" ? 1 : 0);
  return `81.0.${nth >> 8}.${nth & 255}`;
}

/** Gives the known addresses an account and a paid order each. */
function addBuyers(dataDir: string): void {
  const db = openDatabase(pathsOf(dataDir).database);
  const now = new Date();
  const author = { actor: "bench", now };
  db.write((tx) => {
    for (let pair = 0; pair < PAIRS + WARM_UP_PAIRS; pair++) {
      const email = emailOf("known", pair);
      insertRow(tx, users, { email, emailVerifiedAt: now }, author);
      const number = `BENCH-${pair}`;
      insertRow(
        tx,
        orders,
        { number, status: "paid", email, currency: "usd", totalAmount: 3700, paidAt: now },
        author,
      );
    }
  });
  db.close();
}

/** Sends one request and, as soon as it is answered, another one that has nothing to do with it. */
async function ask(
  url: string,
  visitor: Visitor,
  [path, body]: readonly [string, unknown],
): Promise<{ taken: number; after: number }> {
  const startedAt = performance.now();
  const response = await fetch(url + path, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Forwarded-For": visitor.client,
      Cookie: visitor.cookie,
    },
    body: JSON.stringify(body),
  });
  await response.text();
  const answeredAt = performance.now();
  await (await fetch(`${url}/api/users/me`)).text();
  const endedAt = performance.now();
  if (response.status !== 200 && response.status !== 400) {
    throw new Error(`${path} answered ${response.status}.`);
  }
  const cookie = response.headers.getSetCookie()[0]?.split(";")[0];
  if (cookie) visitor.cookie = cookie;
  await Bun.sleep(PAUSE_MS);
  return { taken: answeredAt - startedAt, after: endedAt - answeredAt };
}
