import { openReader } from "../../../db/client.ts";
import { checkoutBody } from "../../support/browser.ts";
import type { TestSimulator } from "../../support/stripe/simulator.ts";
import { until } from "../../support/until.ts";
import type { Truth } from "./check.ts";
import type { Random } from "./random.ts";

const BUYERS = 6;
const REQUEST_LIMIT_MS = 10_000;
const MAX_TRIES = 50;
const REST_LIMIT_MS = 120_000;
const REST_ROUNDS = 5;
/** One in so many leaves without paying. */
const LEAVES_ONE_IN = 10;

export type Market = {
  storeUrl: string;
  simulator: TestSimulator;
  ledger: Ledger;
  gate: Gate;
  random: Random;
  productIds: number[];
};

/**
 * Sends buyers who choose, pay and look at their purchase, one after the other in six lines, until
 * `stop`, which resolves when the last of them has left and throws when one was refused.
 */
export function sendBuyers(market: Market): { stop: () => Promise<void> } {
  let open = true;
  let count = 0;
  const line = async () => {
    while (open) await buy(market, ++count);
  };
  const lines = Promise.all(Array.from({ length: BUYERS }, line));
  // A buyer who was refused ends the run, but not before the store is taken care of.
  lines.catch(() => {});
  return {
    async stop() {
      open = false;
      await lines;
    },
  };
}

/**
 * Sends a buyer `rate` times a second, however long those before them take, until `stop`, which
 * resolves when the last of them has left and throws when one was refused.
 */
export function sendBuyersAtRate(market: Market, rate: number): { stop: () => Promise<void> } {
  const buyers: Promise<void>[] = [];
  const timer = setInterval(() => {
    const buyer = buy(market, buyers.length + 1);
    buyer.catch(() => {});
    buyers.push(buyer);
  }, 1000 / rate);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(buyers);
    },
  };
}

async function buy(market: Market, nth: number): Promise<void> {
  const { simulator, ledger, random, gate, storeUrl } = market;
  const productIds = market.productIds.slice(0, random.between(1, market.productIds.length));
  const sessionId = await startCheckout(market, { nth, productIds });
  gate.serve();
  ledger.carts.set(sessionId, productIds);
  if (random.between(1, LEAVES_ONE_IN) === 1) return;
  // The success page is asked while the webhooks of this payment are on their way.
  const [, told] = await Promise.all([
    simulator.control.pay(sessionId, { email: `buyer-${nth}@example.com` }),
    ask(`${storeUrl}/api/products/purchase-detail?sessionId=${sessionId}`, nth),
  ]);
  if (told?.status === 200 && told.body["status"] === "paid") {
    ledger.acknowledge("sessions", sessionId);
  }
}

/**
 * Starts a checkout of these products and returns the session's id. A buyer whose click got no
 * answer clicks again when the store is back; throws when the store refuses.
 */
export async function startCheckout(
  { storeUrl, gate }: Pick<Market, "storeUrl"> & { gate?: Gate },
  { nth, productIds }: { nth: number; productIds: number[] },
): Promise<string> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    await gate?.passed();
    const answer = await ask(`${storeUrl}/api/create-checkout-session`, nth, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "Idempotency-Key": `click-of-buyer-${String(nth).padStart(8, "0")}`,
      },
      body: JSON.stringify(checkoutBody(productIds)),
    });
    if (answer?.status === 200) return String(answer.body["sessionId"]);
    if (answer && answer.status < 500) {
      throw new Error(`A checkout was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
  }
  throw new Error(`Buyer ${nth} got no checkout in ${MAX_TRIES} tries.`);
}

/** The nth client's address: each has its own, for the store limits what one address may ask. */
export function clientOf(nth: number): Record<string, string> {
  const bytes = [nth >> 16, nth >> 8, nth].map((part) => part & 255);
  return { "X-Forwarded-For": `10.${bytes.join(".")}` };
}

/** The whole answer to the nth buyer; one that was cut in the middle counts as none. */
async function ask(url: string, nth: number, init: RequestInit = {}) {
  const headers = { ...init.headers, ...clientOf(nth) };
  try {
    const signal = AbortSignal.timeout(REQUEST_LIMIT_MS);
    const answer = await fetch(url, { ...init, headers, signal });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  } catch {
    return undefined;
  }
}

type Gate = ReturnType<typeof createGate>;

/** Holds buyers back while the store is down, so that the load starts at one moment. */
export function createGate() {
  let opened = Promise.withResolvers<void>();
  let served = Promise.withResolvers<void>();
  return {
    open() {
      served = Promise.withResolvers<void>();
      opened.resolve();
    },
    close: () => void (opened = Promise.withResolvers<void>()),
    /** Resolves while the gate is open, else when it opens. */
    passed: () => opened.promise,
    /** Notes that the store has served a buyer. */
    serve: () => served.resolve(),
    /** Resolves at the first buyer served since the gate was opened. */
    served: () => served.promise,
  };
}

/** What was seen from outside: what the store has acknowledged, and who wanted to buy what. */
type Ledger = ReturnType<typeof newLedger>;
type Acknowledge = (kind: "events" | "sessions", id: string) => void;

/** An empty ledger; `note` hears of each acknowledgement once, at the moment it is received. */
export function newLedger(note: Acknowledge = () => {}) {
  const kept = { events: new Set<string>(), sessions: new Set<string>() };
  /** Notes that a webhook was answered 2xx, or that a buyer was told that a session is paid. */
  const acknowledge: Acknowledge = (kind, id) => {
    if (!kept[kind].has(id)) note(kind, id);
    kept[kind].add(id);
  };
  /** Products by the session that a buyer was given. */
  const carts = new Map<string, number[]>();
  return { ...kept, carts, acknowledge };
}

type Deliver = (request: Request) => Promise<Response>;

/** A `deliver` for the simulator that notes what the store has acknowledged. */
export function deliverNoting(ledger: Ledger): Deliver {
  return async (request) => {
    const body = await request.text();
    const { url, method, headers, signal } = request;
    const answer = await fetch(url, { method, headers, body, signal });
    if (answer.ok) ledger.acknowledge("events", (JSON.parse(body) as { id: string }).id);
    return answer;
  };
}

/** The same with each webhook going out twice at the same moment. */
export function deliverTwice(ledger: Ledger): Deliver {
  const deliver = deliverNoting(ledger);
  return async (request) => {
    const copies = [deliver(request.clone()), deliver(request)];
    const [one, other] = await Promise.allSettled(copies);
    if (one?.status !== "fulfilled") throw one?.reason;
    if (other?.status !== "fulfilled") throw other?.reason;
    return one.value.ok ? other.value : one.value;
  };
}

/** What must be found in the store's database, from the provider's records and the ledger. */
export function truthOf({ control }: TestSimulator, ledger: Ledger): Truth {
  const paid = control.sessions().filter(({ payment_status }) => payment_status === "paid");
  return {
    paid: new Map(
      paid.map(({ id, amount_total: amount }) => [
        id,
        { productIds: ledger.carts.get(id) ?? [], amount: amount ?? 0 },
      ]),
    ),
    acknowledgedEvents: ledger.events,
    acknowledgedSessions: ledger.sessions,
  };
}

/** Resolves when every webhook is answered and handled and every paid session's order is paid. */
export async function comeToRest({ simulator, ledger }: Market, database: string): Promise<void> {
  const { webhooks, events } = simulator.control;
  for (let round = 0; round < REST_ROUNDS; round++) {
    await webhooks.idle();
    const refused = events().filter((event) => event.pending_webhooks > 0);
    for (const event of refused) await webhooks.send(event.id);
  }
  const { paid } = truthOf(simulator, ledger);
  const { sqlite, close } = openReader(database);
  const count = (query: string) => sqlite.prepare<[], number>(query).pluck().get() ?? 0;
  const isAtRest = () =>
    count("SELECT count(*) FROM webhook_events WHERE handled_at IS NULL") === 0 &&
    count("SELECT count(*) FROM orders WHERE status = 'paid'") >= paid.size;
  // What is missing by then is what the check will name.
  await until(isAtRest, { what: "the store rests", limitMs: REST_LIMIT_MS }).catch(() => {});
  close();
}
