import { mkdtempSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBucketServer } from "../../support/bucket.ts";
import {
  firstSnapshot,
  type Replica,
  restoreDatabase,
  startLitestream,
} from "../../support/litestream.ts";
import { startStore, type StoreSettings, storeUrl } from "../../support/store-process.ts";
import { within } from "../../support/until.ts";
import {
  comeToRest,
  createGate,
  deliverNoting,
  type Market,
  newLedger,
  sendBuyersAtRate,
} from "./buyers.ts";
import { countFindings } from "./check.ts";
import { checkFires, lookAtRestored, type Restored } from "./fire-check.ts";
import { seededRandom } from "./random.ts";
import { makeDataDir, openNeighbours, type Outcome, secondsSince } from "./shop.ts";

const BUYERS_A_SECOND = 20;
const FIRST_MOMENT_MS = 50;
const SERVED_LIMIT_MS = 120_000;
const RETRY_DELAYS_MS = Array.from({ length: 120 }, () => 250);
const APP_SECRET = "kept-where-no-machine-of-the-shop-stands";

/** `longest` is how long a machine sells at most, in ms. */
type Fires = { count: number; longest: number; seed: number };

/**
 * Lets the machine of a selling store burn down `count` times: at a random moment every process on it
 * and its data folder are gone. The next machine has what stands elsewhere: the replica that Litestream
 * has made, the bucket with the files, the secret, and what the payment provider knows.
 */
export async function runFire({ count, longest, seed }: Fires): Promise<Outcome> {
  const startedAt = performance.now();
  const dataDir = await makeDataDir();
  const bucket = await openBucketServer();
  const elsewhere = mkdtempSync(join(tmpdir(), "papercub-elsewhere-"));
  const replica: Replica = { database: dataDir.database, replica: join(elsewhere, "replica") };
  const ledger = newLedger();
  const webhooks = { deliver: deliverNoting(ledger), retryDelaysMs: RETRY_DELAYS_MS };
  const { simulator, mails, settings, stop } = await openNeighbours(dataDir.path, webhooks);
  const env = { ...settings.env, APP_SECRET, FILES_URL: bucket.newFolder() };
  const start = () => startMachine({ ...settings, env }, replica);
  let machine = await start();
  const random = seededRandom(seed);
  const gate = createGate();
  const market: Market = {
    storeUrl: storeUrl(settings.port),
    simulator,
    ledger,
    gate,
    random,
    productIds: dataDir.productIds,
  };
  let torn = 0;
  let hasEnded = false;
  try {
    await firstSnapshot(replica);
    const fires: Restored[] = [];
    const buyers = sendBuyersAtRate(market, BUYERS_A_SECOND);
    while (fires.length < count) {
      gate.open();
      // Every other fire meets a machine that sells again, the others may meet one that catches up.
      if (fires.length % 2 === 0) {
        await within(gate.served(), { what: "a buyer is served", limitMs: SERVED_LIMIT_MS });
      }
      await Bun.sleep(random.between(FIRST_MOMENT_MS, longest));
      gate.close();
      await machine.burn({ folderFirst: random.between(0, 1) === 1 });
      await mkdir(dataDir.path);
      torn += await restoreDatabase(replica);
      fires.push(lookAtRestored(dataDir.database, market, mails));
      machine = await start();
    }
    gate.open();
    await buyers.stop();
    await comeToRest(market, dataDir.database);
    const { found, paid, links, copies } = await checkFires(market, { fires, dataDir, mails });
    const missing = new Set(fires.flatMap((fire) => [...fire.missing]));
    hasEnded = true;
    return {
      line:
        `fires ${count}, orders paid ${paid}, of which ${missing.size} were in no replica when a ` +
        `machine burned; torn generations ${torn}; links opened ${links}, mails sent again ${copies}, ` +
        `${countFindings(found)}, ${secondsSince(startedAt)}, seed ${seed}`,
      problems: found,
    };
  } finally {
    await machine.burn({ folderFirst: false });
    await stop();
    bucket.remove();
    dataDir.remove();
    // A replica that no machine could begin from is kept for a look.
    if (hasEnded) rmSync(elsewhere, { recursive: true, force: true });
    else console.error(`seed ${seed}; the replica is kept in ${elsewhere}`);
  }
}

/** Litestream and the store over a database that is there already. */
async function startMachine({ env, ...settings }: StoreSettings, replica: Replica) {
  const litestream = await startLitestream(replica);
  const watched = { ...env, LITESTREAM_METRICS_URL: litestream.metricsUrl };
  const store = await startStore({ ...settings, env: watched });
  return {
    /** Takes every process and the data folder; for a moment one of both may outlive the other. */
    async burn({ folderFirst }: { folderFirst: boolean }) {
      const burnFolder = () => rmSync(settings.dataDir, { recursive: true, force: true });
      if (folderFirst) burnFolder();
      await Promise.all([store.end(), litestream.kill()]);
      burnFolder();
    },
  };
}
