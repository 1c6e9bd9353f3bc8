import fc from "fast-check";
import { expect, test } from "vitest";
import { reconcile } from "../../server/domain/money/reconcile.ts";
import { handleDueEvents } from "../../server/domain/money/webhook-inbox.ts";
import { HOUR_MS } from "./money.ts";
import { history } from "./money-histories.ts";
import { perform, type Step } from "./money-moves.ts";
import { actualOf, expectedOf, violations } from "./money-oracle.ts";
import { type MoneyShop, openMoneyShop, openWorld, type World } from "./money-world.ts";

const TIMEOUT_MS = 180_000;

type HistoryOptions = { blocks: number; runs: number; firstSeed: number };

/**
 * Runs `runs` random histories in each block, which has its own shop, with seeds from `firstSeed`.
 * A failure reports its seed and its shortest history.
 */
export function testHistories({ blocks, runs, firstSeed }: HistoryOptions): void {
  test.each(Array.from({ length: blocks }, (_, block) => firstSeed + block))(
    `${runs} histories end as the provider's books say (seed %i)`,
    async (seed) => {
      const shop = await openMoneyShop();
      let worlds = 0;
      const property = fc.asyncProperty(history, (steps) =>
        playHistory(shop, { name: `${seed}-${++worlds}`, steps }),
      );
      await fc.assert(property, { seed, numRuns: runs });
    },
    TIMEOUT_MS,
  );
}

/** Runs a history, delivers pending webhooks and mails, and compares the shop with the provider. */
async function playHistory(
  shop: MoneyShop,
  { name, steps }: { name: string; steps: Step[] },
): Promise<void> {
  const world = openWorld(shop, name);
  try {
    for (const step of steps) await perform(world, step);
    await finish(world);
    expect(actualOf(world)).toEqual(expectedOf(world));
    expect([...violations(world)]).toEqual([]);
  } finally {
    world.close();
  }
}

/** Delivers all pending webhooks and mails; unpaid sessions expire. */
async function finish(world: World): Promise<void> {
  world.failNext(0);
  for (const event of world.underWay().toReversed()) world.deliver(event, 1);
  await handleDueEvents(world.deps);
  for (const { id } of world.store.list("settlement").filter(({ done }) => !done)) {
    world.control.settle(id, "succeeded");
  }
  world.sendMails("none");
  world.clock.advance(27 * HOUR_MS);
  // The second round handles the events of refunds that the first round completed.
  for (let round = 0; round < 2; round++) {
    await reconcile(world.deps);
    await handleDueEvents(world.deps);
  }
  world.sendMails("none");
}
