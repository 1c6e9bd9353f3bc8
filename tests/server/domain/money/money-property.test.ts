import { testHistories } from "../../../support/money-property.ts";

// The same 400 each time; `scripts/torture long` plays 10,000 new ones.
testHistories({ blocks: 2, firstSeed: 1 });
