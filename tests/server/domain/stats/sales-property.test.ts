import { testSalesHistories } from "../../../support/stats-property.ts";

// tests/lab/long/sales.test.ts runs many more histories.
testSalesHistories({ blocks: 1, runs: 25, firstSeed: 29 });
