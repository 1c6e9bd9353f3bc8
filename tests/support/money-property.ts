import fc from "fast-check";
import { test } from "vitest";
import { history } from "./money-arbitrary.ts";
import { playHistory } from "./money-history.ts";
import { openMoneyShop } from "./money-world.ts";

const RUNS = 200;
const TIMEOUT_MS = 180_000;

/**
 * Plays `blocks` times 200 random histories, each block in a shop of its own, from `firstSeed` on. A
 * failure names its seed and its shortest history.
 */
export function testHistories({ blocks, firstSeed }: { blocks: number; firstSeed: number }): void {
  test.each(Array.from({ length: blocks }, (_, block) => firstSeed + block))(
    `${RUNS} histories end as the provider's books say (seed %i)`,
    async (seed) => {
      const shop = await openMoneyShop();
      const property = fc.asyncProperty(history, (steps) => playHistory(shop, steps));
      await fc.assert(property, { seed, numRuns: RUNS });
    },
    TIMEOUT_MS,
  );
}
