import { testHistories } from "../../support/money-property.ts";

const SEED = Number(process.env["FC_SEED"] ?? Math.floor(Math.random() * 2 ** 30));

// 10,000 histories. To reproduce a failure first, set FC_SEED to its seed.
testHistories({ blocks: 50, runs: 200, firstSeed: SEED });
