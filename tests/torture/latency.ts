import { connect, type Socket } from "node:net";
import { inWords, probe, runAtRate, summarize, type Times } from "../support/figures.ts";
import { openSilentMailServer } from "../support/smtp-stub.ts";
import { startCheckout } from "./buyers.ts";
import { type Outcome, secondsSince, type Shop, withShop } from "./shop.ts";

const GOAL_P99_MS = 50;
/** A process that has just started is slow for a moment: that is another figure. */
const WARM_UP_SECONDS = 2;

type LatencyOptions = { seconds: number; rate: number };

/**
 * Answer times of webhooks that complete `rate` orders a second, while the mail server hangs and,
 * beside it, while another one answers at once.
 */
export async function runLatency(options: LatencyOptions): Promise<Outcome> {
  const answering = await withShop({}, async (shop) => ({
    times: await measure(shop, options),
    mails: shop.mails.received.length,
  }));
  const silent = await openSilentMailServer();
  const env = { SMTP_URL: silent.url };
  const hanging = await withShop({ env }, (shop) => measure(shop, options));
  const tried = silent.accepted();
  silent.close();
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
  const { productIds } = shop.dataDir;
  // Orders that are started and paid, of which the store hears nothing yet.
  for (let nth = 1; nth <= (seconds + WARM_UP_SECONDS) * rate; nth++) {
    const sessionId = await startCheckout({ storeUrl: shop.url }, { nth, productIds });
    await control.pay(sessionId, { email: `buyer-${nth}@example.com` });
  }
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

const CLIENTS = 300;
const BYTE_EVERY_MS = 500;
const GOAL_SLOWER_MS = 25;

/** How long buyers wait while hundreds of clients send their requests a byte at a time. */
export const runSlowClients = () =>
  withShop({}, async ({ url, port }): Promise<Outcome> => {
    const startedAt = performance.now();
    // The first seconds of a process are another figure.
    await probe(url);
    const idle = await probe(url);
    const clients = await Promise.all(
      Array.from({ length: CLIENTS }, (_, nth) => dribble(port, nth % 2 === 0)),
    );
    const slow = await probe(url);
    for (const client of clients) client.destroy();
    return {
      line:
        `p99 of GET /api/products beside ${CLIENTS} slow clients: ${slow.p99.toFixed(1)} ms, ` +
        `${idle.p99.toFixed(1)} without (goal ${GOAL_SLOWER_MS} more), ${secondsSince(startedAt)}`,
      problems: slow.p99 - idle.p99 > GOAL_SLOWER_MS ? ["Buyers wait for slow clients"] : [],
    };
  });

/** Once connected, sends a head, or after a whole head its body, a byte at a time. */
function dribble(port: number, headToo: boolean): Promise<Socket> {
  const connected = Promise.withResolvers<Socket>();
  const head =
    `POST /api/send-otp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
    "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n";
  const socket = connect(port, "127.0.0.1", () => {
    let sent = headToo ? 0 : head.length;
    if (!headToo) socket.write(head);
    const timer = setInterval(() => {
      socket.write(head[sent] ?? " ");
      sent++;
    }, BYTE_EVERY_MS);
    socket.on("close", () => clearInterval(timer));
    connected.resolve(socket);
  });
  socket.on("data", () => {});
  // Being cut off is the store's good right.
  socket.on("error", connected.reject);
  return connected.promise;
}
