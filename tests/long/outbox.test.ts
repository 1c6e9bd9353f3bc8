import { testOutboxHistories } from "../support/outbox-property.ts";

const SEED = Number(process.env["FC_SEED"] ?? Math.floor(Math.random() * 2 ** 30));

// FC_SEED set to the seed of a failure plays it again.
testOutboxHistories({ runs: 10_000, seed: SEED });
