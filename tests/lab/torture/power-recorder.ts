// The process whose disk is watched: the store itself, its buyers and its payments in one, so that
// each acknowledgement can be noted in the same trace. Started by power-trace.ts under strace.
import { openSync, writeSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { serve } from "../../../server/commands/serve.ts";
import { loadConfig } from "../../../server/config.ts";
import { environmentOf, storeUrl } from "../../support/store-process.ts";
import { until } from "../../support/until.ts";
import { createGate, deliverTwice, newLedger, sendBuyers } from "./buyers.ts";
import { MARKER, type Recorded } from "./power-trace.ts";
import { seededRandom } from "./random.ts";
import { type DataDir, openNeighbours } from "./shop.ts";

const LIMIT_MS = 120_000;

const task: Recorded & Pick<DataDir, "path" | "productIds"> = JSON.parse(process.argv[2] ?? "");
if (task.synchronous !== "full") weaken(task.synchronous);

const marker = openSync(join(task.path, MARKER), "a");
const ledger = newLedger((kind, id) => void writeSync(marker, `${kind} ${id}\n`));
const { simulator, settings } = await openNeighbours(task.path, { deliver: deliverTwice(ledger) });
await serve(loadConfig(environmentOf(settings)));

const gate = createGate();
gate.open();
const buyers = sendBuyers({
  storeUrl: storeUrl(settings.port),
  simulator,
  ledger,
  gate,
  random: seededRandom(task.seed),
  productIds: task.productIds,
});
await until(() => ledger.sessions.size >= task.orders, {
  what: "the orders are paid",
  limitMs: LIMIT_MS,
});
await buyers.stop();
await simulator.control.idle();
// The store ends as it does on every deployment: that, too, is worth a power cut.
process.kill(process.pid, "SIGTERM");

/**
 * Sets `synchronous` once the store has proved its own setting. The store keeps its connection to
 * itself, so the first transaction of each is where it can be reached.
 */
function weaken(level: string): void {
  const { transaction } = Database.prototype;
  const weakened = new WeakSet<Database.Database>();
  Object.assign(Database.prototype, {
    transaction(this: Database.Database, ...given: Parameters<typeof transaction>) {
      if (!weakened.has(this)) {
        weakened.add(this);
        this.pragma(`synchronous = ${level}`);
      }
      return transaction.apply(this, given);
    },
  });
}
