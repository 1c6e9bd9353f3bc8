// The process whose disk is watched: the store itself, its buyers and its payments in one, so that
// each acknowledgement can be noted in the same trace. Started by record.ts under strace.
import { openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import Database from "better-sqlite3";
import { loadConfig } from "../../../server/config.ts";
import { serve } from "../../../server/commands/serve.ts";
import { createGate, sendBuyers } from "../kills/buyers.ts";
import { deliverTwice, newLedger } from "../kills/ledger.ts";
import { openMailSink } from "../shared/mail-sink.ts";
import { seededRandom } from "../shared/random.ts";
import { serveProviderOf } from "../shared/shop.ts";
import { environmentOf, freePort, shopEnv, storeUrl } from "../../support/store-process.ts";
import { until } from "../../support/until.ts";
import { MARKER } from "./trace.ts";

const LIMIT_MS = 120_000;

const [dataDir = "", orders = "", synchronous = "", seed = "", products = ""] = argv.slice(2);
if (synchronous !== "full") weaken(synchronous);

const marker = openSync(join(dataDir, MARKER), "a");
const ledger = newLedger((kind, id) => void writeSync(marker, `${kind} ${id}\n`));
const sink = await openMailSink();
const port = await freePort();
const payments = serveProviderOf(port, { deliver: deliverTwice(ledger) });
const env = shopEnv({ paymentsUrl: payments.url, smtpUrl: sink.url });
await serve(loadConfig(environmentOf({ dataDir, port, env })));

const gate = createGate();
gate.open();
const buyers = sendBuyers({
  storeUrl: storeUrl(port),
  simulator: payments.simulator,
  ledger,
  gate,
  random: seededRandom(Number(seed)),
  productIds: products.split(",").map(Number),
});
await until(() => ledger.sessions.size >= Number(orders), {
  what: "the orders are paid",
  limitMs: LIMIT_MS,
});
await buyers.stop();
await payments.simulator.control.idle();
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
