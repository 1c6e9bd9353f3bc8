import { createServer, type Socket } from "node:net";
import { createGate, startCheckout } from "../kills/buyers.ts";
import type { Outcome } from "../shared/outcome.ts";
import { type Shop, withShop } from "../shared/shop.ts";
import { runAtRate, summarize, type Times } from "./schedule.ts";

const GOAL_P99_MS = 50;
/** A process that has just started is slow for a moment: that is another figure. */
const WARM_UP_SECONDS = 2;

export type LatencyOptions = { seconds: number; rate: number };

/**
 * Answer times of webhooks that complete `rate` orders a second, while the mail server hangs and,
 * beside it, while another one answers at once.
 */
export async function runLatency(options: LatencyOptions): Promise<Outcome> {
  const answering = await withShop({}, async (shop) => ({
    times: await measure(shop, options),
    mails: shop.sink.taken.length,
  }));
  const silent = await openSilentServer();
  const env = { SMTP_URL: silent.url };
  const hanging = await withShop({ env }, (shop) => measure(shop, options));
  const tried = silent.accepted();
  await silent.close();
  if (tried === 0) throw new Error("The store never tried to reach the mail server.");
  return {
    line:
      `webhooks ${options.rate}/s for ${options.seconds} s, in ms: ` +
      `mail server hangs ${inWords(hanging)} (${tried} connections); ` +
      `mail server answers ${inWords(answering.times)} (${answering.mails} mails); ` +
      `goal p99 <= ${GOAL_P99_MS}`,
    problems: hanging.p99 > GOAL_P99_MS ? [`p99 is over ${GOAL_P99_MS} ms`] : [],
  };
}

async function measure(shop: Shop, { seconds, rate }: LatencyOptions): Promise<Times> {
  const { control } = shop.simulator;
  control.webhooks.mode = "hold";
  await payOrders(shop, (seconds + WARM_UP_SECONDS) * rate);
  const events = control.events().filter(({ type }) => type === "checkout.session.completed");
  const times = await runAtRate(events, {
    rate,
    async work({ id }) {
      const { status } = await control.webhooks.send(id);
      if (status !== 200) throw new Error(`A webhook was answered ${status}.`);
    },
  });
  return summarize(times.slice(WARM_UP_SECONDS * rate));
}

/** Starts and pays orders of which the store hears nothing yet. */
async function payOrders({ url, simulator, dataDir }: Shop, count: number): Promise<void> {
  const gate = createGate();
  gate.open();
  const { productIds } = dataDir;
  for (let nth = 1; nth <= count; nth++) {
    const sessionId = await startCheckout({ storeUrl: url, gate }, { nth, productIds });
    await simulator.control.pay(sessionId, { email: `buyer-${nth}@example.com` });
  }
}

function inWords({ p50, p95, p99, max }: Times): string {
  const [a, b, c, d] = [p50, p95, p99, max].map((value) => value.toFixed(1));
  return `p50 ${a}, p95 ${b}, p99 ${c}, max ${d}`;
}

/** A mail server that accepts connections on a loopback port and never says a word. */
async function openSilentServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.on("error", () => {})));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const address = server.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    /** How many connections it has accepted. */
    accepted: () => sockets.length,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
