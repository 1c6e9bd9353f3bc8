import type { StoreProcess } from "../../support/store-process.ts";
import { within } from "../../support/until.ts";
import {
  comeToRest,
  createGate,
  deliverTwice,
  type Market,
  newLedger,
  sendBuyers,
  truthOf,
} from "./buyers.ts";
import { checkStore, countFindings } from "./check.ts";
import { seededRandom } from "./random.ts";
import { type Outcome, secondsSince, withShop } from "./shop.ts";

const FIRST_MOMENT_MS = 5;
const LAST_MOMENT_MS = 125;
const SERVED_LIMIT_MS = 30_000;
/** A quarter of a second between two tries of a webhook, over many lives of the store. */
const RETRY_DELAYS_MS = Array.from({ length: 120 }, () => 250);

/**
 * Kills the store `count` times while buyers pay, each time at a random moment of the load, and
 * compares what is left in the end with what was paid and acknowledged.
 */
export async function runKills({ count, seed }: { count: number; seed: number }): Promise<Outcome> {
  const startedAt = performance.now();
  const ledger = newLedger();
  const webhooks = { deliver: deliverTwice(ledger), retryDelaysMs: RETRY_DELAYS_MS };
  return withShop(webhooks, async ({ url, store, simulator, dataDir }) => {
    const market: Market = {
      storeUrl: url,
      simulator,
      ledger,
      gate: createGate(),
      random: seededRandom(seed),
      productIds: dataDir.productIds,
    };
    await killAgainAndAgain(market, store, count);
    await comeToRest(market, dataDir.database);
    await store.stop();
    const truth = truthOf(simulator, ledger);
    const problems = checkStore(dataDir.database, truth);
    const { events, sessions } = ledger;
    return {
      line:
        `kills ${count}, sessions paid ${truth.paid.size}, acknowledged ` +
        `${events.size + sessions.size} (webhooks ${events.size}, success pages ` +
        `${sessions.size}), ${countFindings(problems)}, ${secondsSince(startedAt)}, seed ${seed}`,
      problems,
    };
  });
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
