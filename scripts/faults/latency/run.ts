import { serveSimulator } from "../../../server/demo/payments/standalone.ts";
import { startCheckout } from "../kills/buyers.ts";
import { createGate } from "../kills/gate.ts";
import { makeDataDir } from "../shared/data-dir.ts";
import { openMailSink } from "../shared/mail-sink.ts";
import type { Outcome } from "../shared/outcome.ts";
import {
  freePort,
  SECRET_KEY,
  startStore,
  type StoreProcess,
  storeUrl,
  WEBHOOK_SECRET,
} from "../shared/store-process.ts";
import { runAtRate, summarize, type Times } from "./schedule.ts";
import { openSilentServer } from "./silent-server.ts";

const GOAL_P99_MS = 50;
/** A process that has just started is slow for a moment: that is another figure. */
const WARM_UP_SECONDS = 2;

export type LatencyOptions = { seconds: number; rate: number };

/**
 * Answer times of webhooks that complete `rate` orders a second, while the mail server hangs and,
 * beside it, while another one answers at once.
 */
export async function runLatency(options: LatencyOptions): Promise<Outcome> {
  const sink = await openMailSink();
  const answering = await measure(sink.url, options);
  await sink.close();
  const silent = await openSilentServer();
  const hanging = await measure(silent.url, options);
  const tried = silent.accepted();
  await silent.close();
  if (tried === 0) throw new Error("The store never tried to reach the mail server.");
  return {
    line:
      `webhooks ${options.rate}/s for ${options.seconds} s, in ms: ` +
      `mail server hangs ${inWords(hanging)} (${tried} connections); ` +
      `mail server answers ${inWords(answering)} (${sink.taken.length} mails); ` +
      `goal p99 <= ${GOAL_P99_MS}`,
    problems: hanging.p99 > GOAL_P99_MS ? [`p99 is over ${GOAL_P99_MS} ms`] : [],
  };
}

async function measure(smtpUrl: string, { seconds, rate }: LatencyOptions): Promise<Times> {
  const dataDir = await makeDataDir();
  const port = await freePort();
  const payments = serveSimulator({
    port: 0,
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: `${storeUrl({ port })}/api/stripe/webhook`,
    now: () => new Date(),
  });
  const { control } = payments.simulator;
  const settings = { dataDir: dataDir.path, port, paymentsUrl: payments.url, smtpUrl };
  let store: StoreProcess | undefined;
  try {
    store = await startStore(settings);
    control.webhooks.mode = "hold";
    await payOrders({
      simulator: payments.simulator,
      store: storeUrl(settings),
      productIds: dataDir.productIds,
      count: (seconds + WARM_UP_SECONDS) * rate,
    });
    const events = control.events().filter(({ type }) => type === "checkout.session.completed");
    const times = await runAtRate(events, {
      rate,
      async work({ id }) {
        const { status } = await control.webhooks.send(id);
        if (status !== 200) throw new Error(`A webhook was answered ${status}.`);
      },
    });
    return summarize(times.slice(WARM_UP_SECONDS * rate));
  } finally {
    // With a mail server that hangs, a polite end would take its whole nine seconds.
    await store?.end();
    await payments.stop();
    await dataDir.remove();
  }
}

type Orders = {
  simulator: ReturnType<typeof serveSimulator>["simulator"];
  store: string;
  productIds: number[];
  count: number;
};

/** Starts and pays orders of which the store hears nothing yet. */
async function payOrders({ simulator, store, productIds, count }: Orders): Promise<void> {
  const gate = createGate();
  gate.open();
  for (let nth = 1; nth <= count; nth++) {
    const sessionId = await startCheckout({ storeUrl: store, gate }, { nth, productIds });
    await simulator.control.pay(sessionId, { email: `buyer-${nth}@example.com` });
  }
}

function inWords({ p50, p95, p99, max }: Times): string {
  const [a, b, c, d] = [p50, p95, p99, max].map((value) => value.toFixed(1));
  return `p50 ${a}, p95 ${b}, p99 ${c}, max ${d}`;
}
