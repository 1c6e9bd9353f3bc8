import { testOutboxHistories } from "../../support/outbox-property.ts";

testOutboxHistories({ blocks: 1, firstSeed: 20_261_123 });
