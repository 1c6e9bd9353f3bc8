import type { TestSimulator } from "../../support/stripe/simulator.ts";
import type { Random } from "../shared/random.ts";
import type { Ledger } from "./ledger.ts";

const BUYERS = 6;
const REQUEST_LIMIT_MS = 10_000;
const MAX_TRIES = 50;
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

async function buy(market: Market, nth: number): Promise<void> {
  const { simulator, ledger, random, gate } = market;
  const productIds = market.productIds.slice(0, random.between(1, market.productIds.length));
  const sessionId = await startCheckout(market, { nth, productIds });
  gate.serve();
  ledger.carts.set(sessionId, productIds);
  if (random.between(1, LEAVES_ONE_IN) === 1) return;
  // The success page is asked while the webhooks of this payment are on their way.
  const [, told] = await Promise.all([
    simulator.control.pay(sessionId, { email: `buyer-${nth}@example.com` }),
    isToldPaid(market, { nth, sessionId }),
  ]);
  if (told) ledger.acknowledge("sessions", sessionId);
}

type Buyer = { nth: number; productIds: number[] };

/**
 * Starts a checkout of these products and returns the session's id. A buyer whose click got no
 * answer clicks again when the store is back; throws when the store refuses.
 */
export async function startCheckout(
  { storeUrl, gate }: Pick<Market, "storeUrl" | "gate">,
  { nth, productIds }: Buyer,
): Promise<string> {
  const body = {
    products: productIds.map((productId) => ({ productId, quantity: 1 })),
    successRouter: "/checkout/success",
    cancelRouter: "/checkout/cancel",
  };
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    await gate.passed();
    const answer = await fetch(`${storeUrl}/api/create-checkout-session`, {
      method: "POST",
      headers: {
        ...headersOf(nth),
        "Content-Type": "application/json",
        "Idempotency-Key": `click-of-buyer-${String(nth).padStart(8, "0")}`,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
    })
      .then(readAnswer)
      .catch(() => undefined);
    if (answer?.status === 200) return String(answer.body["sessionId"]);
    if (answer && answer.status < 500) {
      throw new Error(`A checkout was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
  }
  throw new Error(`Buyer ${nth} got no checkout in ${MAX_TRIES} tries.`);
}

/** Whether the success page was told that the session is paid; a cut answer tells nothing. */
async function isToldPaid(
  { storeUrl }: Market,
  { nth, sessionId }: { nth: number; sessionId: string },
): Promise<boolean> {
  const answer = await fetch(`${storeUrl}/api/products/purchase-detail?sessionId=${sessionId}`, {
    headers: headersOf(nth),
    signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
  })
    .then(readAnswer)
    .catch(() => undefined);
  return answer?.status === 200 && answer.body["status"] === "paid";
}

/** The whole answer: one that was cut in the middle counts as none. */
async function readAnswer(response: Response) {
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Each buyer has an address of its own: the store limits what one address may ask. */
function headersOf(nth: number): Record<string, string> {
  const bytes = [nth >> 16, nth >> 8, nth].map((part) => part & 255);
  return { "X-Forwarded-For": `10.${bytes.join(".")}` };
}

export type Gate = {
  open: () => void;
  close: () => void;
  /** Resolves while the gate is open, else when it opens. */
  passed: () => Promise<void>;
  /** Notes that the store has served a buyer. */
  serve: () => void;
  /** Resolves at the first buyer served since the gate was opened. */
  served: () => Promise<void>;
};

/** Holds buyers back while the store is down, so that the load starts at one moment. */
export function createGate(): Gate {
  let opened = Promise.withResolvers<void>();
  let served = Promise.withResolvers<void>();
  return {
    open() {
      served = Promise.withResolvers<void>();
      opened.resolve();
    },
    close: () => void (opened = Promise.withResolvers<void>()),
    passed: () => opened.promise,
    serve: () => served.resolve(),
    served: () => served.promise,
  };
}
