import { testHistories } from "../../../support/money-property.ts";

// A fixed seed; tests/lab/long plays 10,000 new histories.
testHistories({ blocks: 1, runs: 80, firstSeed: 1 });
