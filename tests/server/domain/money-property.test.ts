import fc from "fast-check";
import { test } from "vitest";
import { writeFileSync } from "node:fs";
import { playHistory, T, N } from "../support/money-history.ts";
import { history } from "../support/money-steps.ts";
import { openMoneyShop } from "../support/money-world.ts";

const numRuns = 200;
const seed = Number(process.env["FC_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
test.each(Array.from({ length: Number(process.env["BLOCKS"] ?? 5) }, (_, i) => i))(
  "block %i",
  async (block) => {
    const shop = await openMoneyShop();
    try {
      await fc.assert(
        fc.asyncProperty(history, (steps) => playHistory(shop, steps)),
        { numRuns, seed: seed + block },
      );
    } finally {
      writeFileSync("/tmp/scratch/t.json", JSON.stringify({ T, N }, null, 1));
    }
  },
  600000,
);
