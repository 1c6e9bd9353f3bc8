// Recorded process of the power-cut test: runs the store, buyers and payment provider together, so
// that one trace contains all acknowledgements. power-trace.ts starts it under strace.
import { openSync, writeSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { serve } from "../../../server/commands/serve.ts";
import { loadConfig } from "../../../server/config.ts";
import { environmentOf } from "../../support/store-process.ts";
import { until } from "../../support/until.ts";
import { openMarket, sendBuyers } from "./buyers.ts";
import { MARKER, type RecorderTask } from "./power-trace.ts";
import { openNeighbours } from "./world.ts";

const LIMIT_MS = 120_000;

const task: RecorderTask = JSON.parse(process.argv[2] ?? "");
if (task.synchronous !== "full") weaken(task.synchronous);

const marker = openSync(join(task.dataDir, MARKER), "a");
const neighbours = await openNeighbours(task.dataDir, {
  copies: 2,
  onAcknowledge: (kind, id) => void writeSync(marker, `${kind} ${id}\n`),
});
await serve(loadConfig(environmentOf(neighbours.settings)));

const { productIds, seed, orders } = task;
const buyers = sendBuyers(openMarket({ ...neighbours, productIds }, { seed }));
const isDone = () => neighbours.ledger.sessions.size >= orders;
await until(isDone, { what: "the orders are paid", limitMs: LIMIT_MS });
await buyers.stop();
await neighbours.simulator.control.idle();
// Include a normal shutdown in the trace.
process.kill(process.pid, "SIGTERM");

/**
 * Lowers `synchronous` after the store has verified its own setting. Connections are private to the
 * store, so the first transaction of each is intercepted.
 */
function weaken(level: string): void {
  const { transaction } = Database.prototype;
  const weakened = new WeakSet<Database.Database>();
  Object.assign(Database.prototype, {
    transaction(this: Database.Database, ...parameters: Parameters<typeof transaction>) {
      if (!weakened.has(this)) {
        weakened.add(this);
        this.pragma(`synchronous = ${level}`);
      }
      return transaction.apply(this, parameters);
    },
  });
}
