import { connect, type Socket } from "node:net";
import { atMost, inMs, slowerBeside } from "../bench/rows.ts";
import { inWords, probe, runAtRate, summarize, type Times } from "../../support/figures.ts";
import { openSilentMailServer } from "../../support/smtp-stub.ts";
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
  const row = atMost(GOAL_P99_MS, {
    name: `Webhooks at ${options.rate} a second while the mail server hangs, p99`,
    value: hanging.p99,
    print: inMs,
  });
  return {
    rows: [row],
    line:
      `webhooks ${options.rate}/s for ${options.seconds} s, in ms: ` +
      `mail server hangs ${inWords(hanging)} (${tried} connections); ` +
      `mail server answers ${inWords(answering.times)} (${answering.mails} mails); ` +
      `goal p99 <= ${GOAL_P99_MS}`,
    problems: row.isMet ? [] : [`p99 is over ${GOAL_P99_MS} ms`],
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

const CLIENTS = 500;
const BYTE_EVERY_MS = 500;
const GOAL_PURCHASE_MS = 2000;
/** What they send: a head, or after a whole head its body, to where codes and webhooks are taken. */
const DRIBBLES = [
  { path: "/api/send-otp", bytes: 1000, isHeadWhole: false },
  { path: "/api/send-otp", bytes: 1000, isHeadWhole: true },
  { path: "/api/stripe/webhook", bytes: 1_000_000, isHeadWhole: true },
];

/** How long buyers wait, and whether one can buy, while hundreds of clients send a byte at a time. */
export const runSlowClients = () =>
  withShop({}, async (shop): Promise<Outcome> => {
    const { url, port, store } = shop;
    const startedAt = performance.now();
    // The first seconds of a process are another figure.
    await probe(url);
    const idle = await probe(url);
    const kinds = Array.from({ length: CLIENTS }, (_, nth) => DRIBBLES[nth % DRIBBLES.length]);
    const clients = await Promise.all(kinds.flatMap((kind) => (kind ? [dribble(port, kind)] : [])));
    const slow = await probe(url);
    const purchaseMs = await timeOfPurchase(shop);
    const toldAt = performance.now();
    await store.stop();
    const stopMs = performance.now() - toldAt;
    for (const client of clients) client.destroy();
    const row = slowerBeside(`${CLIENTS} slow clients`, slow, idle);
    return {
      rows: [row],
      line:
        `p99 of GET /api/products beside ${CLIENTS} slow clients: ${slow.p99.toFixed(1)} ms, ` +
        `${idle.p99.toFixed(1)} without (goal ${row.goal} over that); a purchase in ` +
        `${purchaseMs.toFixed(0)} ms; stopped in ${stopMs.toFixed(0)} ms, ${secondsSince(startedAt)}`,
      problems: [
        ...(row.isMet ? [] : ["Buyers wait for slow clients"]),
        ...(purchaseMs > GOAL_PURCHASE_MS ? ["A purchase waits for slow clients"] : []),
      ],
    };
  });

async function timeOfPurchase({ url, simulator, dataDir: { productIds } }: Shop): Promise<number> {
  const startedAt = performance.now();
  const sessionId = await startCheckout({ storeUrl: url }, { nth: 1, productIds });
  await simulator.control.pay(sessionId);
  const detail = await fetch(`${url}/api/products/purchase-detail?sessionId=${sessionId}`);
  if (detail.status !== 200) throw new Error(`A purchase was answered ${detail.status}.`);
  return performance.now() - startedAt;
}

/** Once connected, sends what is not whole a byte at a time. */
function dribble(
  port: number,
  { path, bytes, isHeadWhole }: (typeof DRIBBLES)[number],
): Promise<Socket> {
  const connected = Promise.withResolvers<Socket>();
  const head =
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;
  const socket = connect(port, "127.0.0.1", () => {
    let sent = isHeadWhole ? head.length : 0;
    if (isHeadWhole) socket.write(head);
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
