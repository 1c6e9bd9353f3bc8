import { testHistories } from "../../../support/money-property.ts";

// Uses a fixed seed; tests/lab/long runs 10,000 new histories.
testHistories({ blocks: 1, runs: 80, firstSeed: 1 });
