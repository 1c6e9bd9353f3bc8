import { serveSimulator } from "../../../server/demo/payments/standalone.ts";
import { checkStore } from "../check/check-store.ts";
import { countFindings, describe } from "../check/finding.ts";
import { makeDataDir } from "../shared/data-dir.ts";
import { openMailSink } from "../shared/mail-sink.ts";
import { type Outcome, secondsSince } from "../shared/outcome.ts";
import { seededRandom } from "../shared/random.ts";
import {
  freePort,
  SECRET_KEY,
  startStore,
  type StoreProcess,
  storeUrl,
  WEBHOOK_SECRET,
} from "../shared/store-process.ts";
import { within } from "../shared/until.ts";
import { type Market, sendBuyers } from "./buyers.ts";
import { createGate } from "./gate.ts";
import { deliverTwice, newLedger, truthOf } from "./ledger.ts";
import { comeToRest } from "./rest.ts";

const FIRST_MOMENT_MS = 5;
const LAST_MOMENT_MS = 125;
const SERVED_LIMIT_MS = 30_000;
/** A quarter of a second between two tries of a webhook, over many lives of the store. */
const RETRY_DELAYS_MS = Array.from({ length: 120 }, () => 250);

export type KillOptions = { count: number; seed: number };

/**
 * Kills the store `count` times while buyers pay, each time at a random moment of the load, and
 * compares what is left in the end with what was paid and acknowledged.
 */
export async function runKills({ count, seed }: KillOptions): Promise<Outcome> {
  const startedAt = performance.now();
  const dataDir = await makeDataDir();
  const sink = await openMailSink();
  const port = await freePort();
  const ledger = newLedger();
  const payments = serveSimulator({
    port: 0,
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: `${storeUrl({ port })}/api/stripe/webhook`,
    now: () => new Date(),
    deliver: deliverTwice(ledger),
    retryDelaysMs: RETRY_DELAYS_MS,
  });
  const settings = { dataDir: dataDir.path, port, paymentsUrl: payments.url, smtpUrl: sink.url };
  const market: Market = {
    storeUrl: storeUrl(settings),
    simulator: payments.simulator,
    ledger,
    gate: createGate(),
    random: seededRandom(seed),
    productIds: dataDir.productIds,
  };
  let store: StoreProcess | undefined;
  try {
    store = await startStore(settings);
    await killAgainAndAgain(market, store, count);
    await comeToRest(market, dataDir.database);
    await store.stop();
    const truth = truthOf(payments.simulator, ledger);
    const findings = checkStore(dataDir.database, truth);
    const acknowledged = ledger.events.size + ledger.sessions.size;
    return {
      line:
        `kills ${count}, sessions paid ${truth.paid.size}, acknowledged ${acknowledged} ` +
        `(webhooks ${ledger.events.size}, success pages ${ledger.sessions.size}), ` +
        `${countFindings(findings)}, ${secondsSince(startedAt)}, seed ${seed}`,
      problems: findings.map(describe),
    };
  } finally {
    await store?.end();
    await payments.stop();
    await sink.close();
    await dataDir.remove();
  }
}

/** Leaves the store in its last life, with all buyers gone. */
async function killAgainAndAgain(
  market: Market,
  store: StoreProcess,
  count: number,
): Promise<void> {
  const { gate, random } = market;
  const buyers = sendBuyers(market);
  for (let kills = 0; kills < count; kills++) {
    gate.open();
    // A process that has just started answers its first buyer slowly: every other time the moment
    // is counted from there, so that what follows a payment is hit as often as what precedes it.
    if (kills % 2 === 1) {
      await within(gate.served(), { what: "a buyer is served", limitMs: SERVED_LIMIT_MS });
    }
    await Bun.sleep(random.between(FIRST_MOMENT_MS, LAST_MOMENT_MS));
    gate.close();
    await store.killAndRestart();
  }
  gate.open();
  await buyers.stop();
}
