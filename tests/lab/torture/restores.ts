import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeBackup } from "../../../server/backups/make-backup.ts";
import { restoreBackup } from "../../../server/backups/restore.ts";
import { type Config, loadConfig } from "../../../server/config.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { openStore, type Store } from "../../../server/data/open-store.ts";
import { sha256 } from "../../support/catalogue.ts";
import { programCall } from "../../support/program.ts";
import { environmentOf, shopEnv } from "../../support/store-process.ts";
import { until } from "../../support/until.ts";
import { createGate, deliverTwice, newLedger, sendBuyers } from "./buyers.ts";
import { countFindings, damages, orphans } from "./check.ts";
import { type Random, seededRandom } from "./random.ts";
import { type Outcome, secondsSince, withShop } from "./shop.ts";

/** A store that has sold so much is left for a new one: a round's cost grows with the data. */
const ROUNDS_A_SHOP = 50;
/** One in so many goes through the commands of the program, the others through what these call. */
const COMMAND_ONE_IN = 25;
/** From one backup to the next, at most. */
const LONGEST_PAUSE_MS = 40;
const SERVED_LIMIT_MS = 30_000;
const MEMORY_DISK = "/dev/shm";

/** What was acknowledged: products by the session that a buyer was told is paid, and events by their id. */
type Told = { sessions: Map<string, number[]>; events: string[] };

/**
 * Backs a store up `count` times while buyers pay, and restores each backup into a folder of its own:
 * everything that was acknowledged before the backup began has to be there, and nothing be damaged.
 */
export async function runRestores({
  count,
  seed,
}: {
  count: number;
  seed: number;
}): Promise<Outcome> {
  const startedAt = performance.now();
  const random = seededRandom(seed);
  const found: string[] = [];
  let orders = 0;
  let checked = 0;
  for (let done = 0; done < count; done += ROUNDS_A_SHOP) {
    const rounds = Math.min(ROUNDS_A_SHOP, count - done);
    const shop = await restoreRounds(rounds, random);
    found.push(...shop.found);
    orders += shop.orders;
    checked += shop.checked;
  }
  return {
    line:
      `restores ${count}, acknowledged orders ${orders}, looked for ${checked} times in all, ` +
      `${countFindings(found)}, ${secondsSince(startedAt)}, seed ${seed}`,
    problems: found,
  };
}

/** As many backups of one store, which goes on selling. */
async function restoreRounds(rounds: number, random: Random) {
  const ledger = newLedger();
  const webhooks = { deliver: deliverTwice(ledger) };
  return withShop(webhooks, async ({ url: storeUrl, dataDir, simulator }) => {
    const gate = createGate();
    gate.open();
    const { productIds } = dataDir;
    const buyers = sendBuyers({ storeUrl, simulator, ledger, gate, random, productIds });
    const found: string[] = [];
    let checked = 0;
    try {
      for (let round = 0; round < rounds; round++) {
        const before = ledger.sessions.size;
        const isServed = () => ledger.sessions.size > before;
        await until(isServed, { what: "a buyer is served", limitMs: SERVED_LIMIT_MS, everyMs: 5 });
        await Bun.sleep(random.between(0, LONGEST_PAUSE_MS));
        const told = {
          sessions: new Map([...ledger.sessions].map((id) => [id, ledger.carts.get(id) ?? []])),
          events: [...ledger.events],
        };
        const way = round % COMMAND_ONE_IN === 0 ? byCommand : byCall;
        const what = await restoreOnce(dataDir.path, { told, way });
        found.push(...what.map((each) => `${each} (round ${round})`));
        checked += told.sessions.size;
      }
    } finally {
      await buyers.stop();
    }
    return { found, checked, orders: ledger.sessions.size };
  });
}

type Way = (from: string, to: string, file: string) => Promise<void>;

/** Backs a folder up, restores that into an empty one, and says what is missing or damaged there. */
async function restoreOnce(
  dataDir: string,
  { told, way }: { told: Told; way: Way },
): Promise<string[]> {
  // Hundreds of stores are written, opened and thrown away: no disk needs to see that.
  const folder = mkdtempSync(
    join(existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir(), "papercub-restore-"),
  );
  try {
    const restored = join(folder, "data");
    await way(dataDir, restored, join(folder, "backup.tar"));
    const store = await openStore(configOf(restored));
    try {
      return checkRestored(store, { told, files: pathsOf(restored).files });
    } finally {
      store.db.close();
    }
  } catch (error) {
    return [`damaged: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The environment of a store over this folder, as the one that sells has it. */
function environment(dataDir: string): Record<string, string> {
  const env = shopEnv({ paymentsUrl: "http://127.0.0.1:1", smtpUrl: "smtp://127.0.0.1:1" });
  return environmentOf({ dataDir, port: 1, env });
}

const configOf = (dataDir: string): Config => loadConfig(environment(dataDir));

async function byCall(from: string, to: string, file: string): Promise<void> {
  await makeBackup(configOf(from), { file, now: new Date() });
  await restoreBackup(configOf(to), { file, now: new Date() });
}

async function byCommand(from: string, to: string, file: string): Promise<void> {
  for (const [dataDir, command] of [
    [from, "backup"],
    [to, "restore"],
  ] as const) {
    const child = Bun.spawn([...programCall(), command, file], {
      env: environment(dataDir),
      stdio: ["ignore", "ignore", "pipe"],
    });
    const [said, code] = await Promise.all([new Response(child.stderr).text(), child.exited]);
    if (code !== 0) throw new Error(`${command} ended with ${code}: ${said}`);
  }
}

/** What a buyer was told is paid, and what the provider was told is taken, beside the shop's tables. */
const RULES = `
SELECT 'lost: product ' || product_id || ' of session ' || session_id FROM told
  WHERE NOT EXISTS (SELECT 1 FROM orders JOIN order_items ON order_id = orders.id
    WHERE orders.session_id = told.session_id AND orders.status = 'paid'
      AND order_items.product_id = told.product_id AND granted_at IS NOT NULL AND revoked_at IS NULL);
SELECT 'lost: event ' || id FROM taken WHERE id NOT IN (SELECT event_id FROM webhook_events);
SELECT 'unpaid: item ' || order_items.id || ' is granted' FROM order_items
  JOIN orders ON orders.id = order_id WHERE granted_at IS NOT NULL AND status <> 'paid';
SELECT 'doubled: orders of session ' || session_id FROM orders WHERE session_id IS NOT NULL
  GROUP BY session_id HAVING count(*) > 1`;

function checkRestored(
  { db: { sqlite } }: Store,
  { told, files }: { told: Told; files: string },
): string[] {
  sqlite.exec("CREATE TEMP TABLE told (session_id, product_id); CREATE TEMP TABLE taken (id)");
  const tell = sqlite.prepare("INSERT INTO told VALUES (?, ?)");
  for (const [id, productIds] of told.sessions) for (const one of productIds) tell.run(id, one);
  const take = sqlite.prepare("INSERT INTO taken VALUES (?)");
  for (const id of told.events) take.run(id);
  const broken = RULES.split(";").flatMap((query) =>
    sqlite.prepare<[], string>(query).pluck().all(),
  );
  return [...damages(sqlite), ...broken, ...orphans(sqlite), ...wrongFiles(sqlite, files)];
}

function wrongFiles(sqlite: Store["db"]["sqlite"], folder: string): string[] {
  const named = sqlite.prepare<[], string>("SELECT sha256 FROM file_versions").pluck().all();
  const there = new Map(readdirSync(folder).map((name) => [name, join(folder, name)]));
  return named
    .filter((hash) => {
      const path = there.get(`${hash}.pdf`);
      return path === undefined || sha256(readFileSync(path)) !== hash;
    })
    .map((hash) => `lost: file ${hash}`);
}
