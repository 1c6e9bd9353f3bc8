import { testOutboxHistories } from "../../../support/outbox-property.ts";

testOutboxHistories({ blocks: 1, runs: 60, firstSeed: 804_178_602 });
