import { testHistories } from "../../../support/money-property.ts";

// The same 600 each time; `scripts/torture long` plays 10,000 new ones.
testHistories({ blocks: 3, firstSeed: 1 });
