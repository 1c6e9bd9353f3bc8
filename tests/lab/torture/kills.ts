import { startStore } from "../../support/store-process.ts";
import { within } from "../../support/until.ts";
import { comeToRest, openMarket, sendBuyers } from "./buyers.ts";
import { countFindings, judge } from "./judge.ts";
import { FAST_RETRIES_MS, openWorld, type Outcome, secondsSince, truthOf } from "./world.ts";

const FIRST_MOMENT_MS = 5;
const LAST_MOMENT_MS = 125;
const SERVED_LIMIT_MS = 30_000;

/** Kills the store `count` times at random moments while buyers pay, and judges the database. */
export async function runKills({ count, seed }: { count: number; seed: number }): Promise<Outcome> {
  const startedAt = performance.now();
  await using world = await openWorld({ copies: 2, retryDelaysMs: FAST_RETRIES_MS });
  await using store = await startStore(world.settings);
  const market = openMarket(world, { seed });
  const { gate, random } = market;
  const buyers = sendBuyers(market);
  for (let kills = 0; kills < count; kills++) {
    gate.open();
    // A new process serves its first buyer slowly. Half of the kills are timed from that response,
    // so that steps after a payment are hit as often as earlier ones.
    if (kills % 2 === 1) {
      await within(gate.served(), { what: "a buyer is served", limitMs: SERVED_LIMIT_MS });
    }
    await Bun.sleep(random.between(FIRST_MOMENT_MS, LAST_MOMENT_MS));
    gate.close();
    await store.kill();
    await store.start();
  }
  gate.open();
  await buyers.stop();
  await comeToRest(world);
  await store.stop();
  const truth = truthOf(world);
  const problems = judge(world.database, truth, { isAtRest: true });
  const { events, sessions } = world.ledger;
  return {
    line:
      `kills ${count}, sessions paid ${truth.paid.size}, acknowledged webhooks ${events.size}, ` +
      `success pages ${sessions.size}, ${countFindings(problems)}, ` +
      `${secondsSince(startedAt)}, seed ${seed}`,
    problems,
  };
}
