import { testSalesHistories } from "../../../support/stats-property.ts";

// tests/lab/long/sales.test.ts plays many more.
testSalesHistories({ blocks: 1, runs: 25, firstSeed: 29 });
