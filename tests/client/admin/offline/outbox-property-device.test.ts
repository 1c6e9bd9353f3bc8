// Runs the outbox property tests over IndexedDB.
import "fake-indexeddb/auto";
import { adminDatabase } from "../../../../client/admin/offline/database.ts";
import { deviceOutboxStore } from "../../../../client/admin/offline/outbox-store.ts";
import { testOutboxHistories } from "../../../support/outbox-property.ts";
import { storeHistoriesIn } from "../../../support/outbox-world.ts";

storeHistoriesIn(() => deviceOutboxStore(adminDatabase(crypto.randomUUID())));
testOutboxHistories({ blocks: 1, runs: 60, firstSeed: 804_178_602 });
