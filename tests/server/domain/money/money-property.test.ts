import { testHistories } from "../../../support/money-property.ts";

// Uses a fixed seed; tests/lab/long runs 10,000 histories from a random seed.
testHistories({ blocks: 1, runs: 30, firstSeed: 1 });
