import { testOutboxHistories } from "../../support/outbox-property.ts";

const SEED = Number(process.env["FC_SEED"] ?? Math.floor(Math.random() * 2 ** 30));

// 10,000 histories; FC_SEED set to the seed of a failure plays that one first of all.
testOutboxHistories({ blocks: 50, firstSeed: SEED });
