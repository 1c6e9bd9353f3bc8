import { testHistories } from "../support/money-property.ts";

// 10,000 histories in all: half of them here, half beside, so that two workers share them.
testHistories({ blocks: 25 });
