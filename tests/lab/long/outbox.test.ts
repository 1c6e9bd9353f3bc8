import { testOutboxHistories } from "../../support/outbox-property.ts";

const SEED = Number(process.env["FC_SEED"] ?? Math.floor(Math.random() * 2 ** 30));

// 10,000 histories. To reproduce a failure first, set FC_SEED to its seed.
testOutboxHistories({ blocks: 50, firstSeed: SEED });
