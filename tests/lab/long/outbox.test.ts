import { testOutboxHistories } from "../../support/outbox-property.ts";

const SEED = Number(process.env["FC_SEED"] ?? Math.floor(Math.random() * 2 ** 30));

// Runs 10,000 histories. Set FC_SEED to the seed of a failure to run its history first.
testOutboxHistories({ blocks: 50, runs: 200, firstSeed: SEED });
