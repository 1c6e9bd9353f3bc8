import { openReader } from "../../../db/client.ts";
import { checkoutBody } from "../../support/browser.ts";
import { storeUrl } from "../../support/store-process.ts";
import { until } from "../../support/until.ts";
import { type Random, seededRandom } from "./random.ts";
import { truthOf, type World } from "./world.ts";

const REQUEST_LIMIT_MS = 10_000;
const MAX_TRIES = 50;
const REST_LIMIT_MS = 120_000;
const REST_ROUNDS = 5;
const LEAVES_ONE_IN = 10;

export type JsonAnswer = { status: number; body: Record<string, unknown> };
/** Sends the nth buyer's request; a body makes it a POST. Undefined for an incomplete response. */
export type Ask = (
  nth: number,
  path: string,
  call?: { body: unknown; headers?: Record<string, string> },
) => Promise<JsonAnswer | undefined>;

type Shop = Pick<World, "simulator" | "ledger" | "productIds">;
export type Market = Shop & { random: Random; gate: Gate; ask: Ask };

/** Creates the simulated buyers' shared state; their gate is open at first. */
export function openMarket(
  world: Shop & Pick<World, "settings">,
  { seed, ask = askStore(storeUrl(world.settings.port)) }: { seed: number; ask?: Ask },
): Market {
  return { ...world, random: seededRandom(seed), gate: createGate(), ask };
}

/**
 * Runs buyers in `lines` parallel loops until `stop`: each starts a checkout, pays and views the
 * purchase. `stop` resolves when the last buyer is done and throws when a checkout was refused.
 */
export function sendBuyers(market: Market, { lines = 6, pauseMs = 0 } = {}) {
  let isOpen = true;
  let count = 0;
  const line = async () => {
    while (isOpen) {
      await buy(market, ++count);
      await Bun.sleep(pauseMs);
    }
  };
  const running = Promise.all(Array.from({ length: lines }, line));
  // Prevents an unhandled rejection: `stop` reports the error after the store's cleanup.
  running.catch(() => {});
  return {
    async stop(): Promise<void> {
      isOpen = false;
      await running;
    },
  };
}

async function buy(market: Market, nth: number): Promise<void> {
  const { random, gate } = market;
  const productIds = market.productIds.slice(0, random.between(1, market.productIds.length));
  const sessionId = await startCheckout(market, nth, productIds);
  gate.serve();
  if (random.between(1, LEAVES_ONE_IN) > 1) await pay(market, nth, sessionId);
}

/**
 * Starts a checkout and returns the session's id. Retries requests without a response; throws when
 * the store refuses.
 */
export async function startCheckout(
  { ask, gate, ledger }: Market,
  nth: number,
  productIds: number[],
): Promise<string> {
  const headers = { "Idempotency-Key": `click-of-buyer-${String(nth).padStart(8, "0")}` };
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    await gate.passed();
    const body = checkoutBody(productIds);
    const answer = await ask(nth, "/api/create-checkout-session", { body, headers });
    if (answer?.status === 200) {
      const sessionId = String(answer.body["sessionId"]);
      ledger.carts.set(sessionId, productIds);
      return sessionId;
    }
    if (answer && answer.status < 500) {
      throw new Error(`A checkout was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
  }
  throw new Error(`Buyer ${nth} got no checkout in ${MAX_TRIES} tries.`);
}

/** Pays and requests the success page concurrently with the webhooks; returns its response. */
async function pay({ simulator, ledger, ask }: Market, nth: number, sessionId: string) {
  const [, answer] = await Promise.all([
    simulator.control.pay(sessionId, { email: emailOf(nth) }),
    ask(nth, detailOf(sessionId)),
  ]);
  if (answer?.status === 200 && answer.body["status"] === "paid") {
    ledger.acknowledge("sessions", sessionId);
  }
  return answer;
}

/** Buys one product and returns its first file. */
export async function buyFile(market: Market, productId: number) {
  const sessionId = await startCheckout(market, 0, [productId]);
  await market.simulator.control.pay(sessionId, { email: emailOf(0) });
  const answer = await market.ask(0, detailOf(sessionId));
  const products = answer?.body["products"] as { files: { url: string; sha256: string }[] }[];
  const [file] = products.flatMap(({ files }) => files);
  if (!file) throw new Error("The file was not sold.");
  return file;
}

const emailOf = (nth: number) => `buyer-${nth}@example.com`;

/** API path for the data of the success page. */
export const detailOf = (sessionId: string) =>
  `/api/products/purchase-detail?sessionId=${sessionId}`;

/** Headers with the nth client's address, because the store limits requests per address. */
export function clientOf(nth: number): Record<string, string> {
  const bytes = [nth >> 16, nth >> 8, nth].map((part) => part & 255);
  return { "X-Forwarded-For": `10.${bytes.join(".")}` };
}

function askStore(url: string): Ask {
  return async (nth, path, call) => {
    try {
      const answer = await fetch(url + path, {
        signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
        headers: { ...clientOf(nth), ...call?.headers, "Content-Type": "application/json" },
        ...(call && { method: "POST", body: JSON.stringify(call.body) }),
      });
      return { status: answer.status, body: (await answer.json()) as JsonAnswer["body"] };
    } catch {
      return undefined;
    }
  };
}

type Gate = ReturnType<typeof createGate>;

/** Blocks buyers while the store is down, so that they all resume at the same moment. */
function createGate() {
  let opened = Promise.withResolvers<void>();
  let served = Promise.withResolvers<void>();
  opened.resolve();
  return {
    open() {
      served = Promise.withResolvers<void>();
      opened.resolve();
    },
    close: () => void (opened = Promise.withResolvers<void>()),
    /** Resolves when the gate is open. */
    passed: () => opened.promise,
    /** Records that a buyer was served. */
    serve: () => served.resolve(),
    /** Resolves at the first buyer served since the gate was opened. */
    served: () => served.promise,
  };
}

/** Waits until webhooks are acknowledged and handled, and all paid sessions have paid orders. */
export async function comeToRest({ database, ...world }: World): Promise<void> {
  const { webhooks, events, idle } = world.simulator.control;
  for (let round = 0; round < REST_ROUNDS; round++) {
    await idle();
    const refused = events().filter((event) => event.pending_webhooks > 0);
    for (const event of refused) await webhooks.send(event.id);
  }
  const { paid } = truthOf(world);
  const { sqlite, close } = openReader(database);
  const count = (query: string) => sqlite.prepare<[], number>(query).pluck().get() ?? 0;
  const isAtRest = () =>
    count("SELECT count(*) FROM webhook_events WHERE handled_at IS NULL") === 0 &&
    count("SELECT count(*) FROM orders WHERE status = 'paid'") >= paid.size;
  // Ignore the timeout: the judge reports everything that is missing.
  await until(isAtRest, { what: "the store rests", limitMs: REST_LIMIT_MS }).catch(() => {});
  close();
}
