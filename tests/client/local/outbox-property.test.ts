import { testOutboxHistories } from "../../support/outbox-property.ts";

testOutboxHistories({ runs: 300, seed: 20_261_123 });
