import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openReader } from "../../../db/client.ts";
import { makeBackup } from "../../../server/backups/make-backup.ts";
import { restoreBackup } from "../../../server/backups/restore.ts";
import { loadConfig } from "../../../server/config.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { openStore } from "../../../server/data/open-store.ts";
import { sha256 } from "../../support/catalogue.ts";
import { programCall } from "../../support/program.ts";
import { environmentOf, startStore } from "../../support/store-process.ts";
import { until } from "../../support/until.ts";
import { openMarket, sendBuyers } from "./buyers.ts";
import { countFindings, judge } from "./judge.ts";
import {
  makeFolder,
  MEMORY_DISK,
  openWorld,
  type Outcome,
  removeFolder,
  secondsSince,
  type Truth,
  truthOf,
  type World,
} from "./world.ts";

/** Rounds before a new store is started, because the cost of a round grows with the data. */
const ROUNDS_A_SHOP = 50;
/** One in this many rounds runs the CLI commands; the others call their functions directly. */
const COMMAND_ONE_IN = 25;
const LONGEST_PAUSE_MS = 40;
const SERVED_LIMIT_MS = 30_000;

/**
 * Backs up a store `count` times while buyers pay, and restores each backup into a new folder. It
 * must contain everything acknowledged before the backup.
 */
export async function runRestores({
  count,
  seed,
}: {
  count: number;
  seed: number;
}): Promise<Outcome> {
  const startedAt = performance.now();
  const problems: string[] = [];
  let [orders, compared] = [0, 0];
  for (let done = 0; done < count; done += ROUNDS_A_SHOP) {
    await using world = await openWorld({ copies: 2 });
    await using _store = await startStore(world.settings);
    const market = openMarket(world, { seed: seed + done });
    const buyers = sendBuyers(market);
    const { sessions } = world.ledger;
    for (let round = done; round < Math.min(done + ROUNDS_A_SHOP, count); round++) {
      const before = sessions.size;
      const isServed = () => sessions.size > before;
      await until(isServed, { what: "a buyer is served", limitMs: SERVED_LIMIT_MS, everyMs: 5 });
      await Bun.sleep(market.random.between(0, LONGEST_PAUSE_MS));
      const truth = acknowledgedOf(world);
      const found = await restore(world, truth, round % COMMAND_ONE_IN === 0 ? byCommand : byCall);
      problems.push(...found.map((each) => `${each} (round ${round})`));
      compared += truth.paid.size;
    }
    await buyers.stop();
    orders += sessions.size;
  }
  return {
    line:
      `restores ${count}, acknowledged orders ${orders}, compared ${compared} times in all, ` +
      `${countFindings(problems)}, ${secondsSince(startedAt)}, seed ${seed}`,
    problems,
  };
}

/** Returns the part of the truth that the store has acknowledged so far. */
function acknowledgedOf(world: World): Truth {
  const { paid, events } = truthOf(world);
  return { paid: new Map([...paid].filter(([id]) => world.ledger.sessions.has(id))), events };
}

type Environment = Record<string, string>;
type Way = (from: Environment, to: Environment, file: string) => Promise<void>;

/** Restores a backup of the store into an empty folder; returns the judge's findings. */
async function restore({ settings, dataDir }: World, truth: Truth, way: Way): Promise<string[]> {
  const folder = makeFolder(MEMORY_DISK);
  const restored = join(folder, "data");
  const env = (path: string) => environmentOf({ ...settings, dataDir: path });
  try {
    await way(env(dataDir), env(restored), join(folder, "backup.tar"));
    (await openStore(loadConfig(env(restored)))).db.close();
    return [...judge(pathsOf(restored).database, truth), ...wrongFiles(restored)];
  } catch (error) {
    return [`damaged: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    removeFolder(folder);
  }
}

async function byCall(from: Environment, to: Environment, file: string): Promise<void> {
  await makeBackup(loadConfig(from), { file, now: new Date() });
  await restoreBackup(loadConfig(to), { file, now: new Date() });
}

async function byCommand(from: Environment, to: Environment, file: string): Promise<void> {
  for (const [command, env] of Object.entries({ backup: from, restore: to })) {
    const child = Bun.spawn([...programCall(), command, file], {
      env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const [errors, code] = await Promise.all([new Response(child.stderr).text(), child.exited]);
    if (code !== 0) throw new Error(`${command} ended with ${code}: ${errors}`);
  }
}

function wrongFiles(dataDir: string): string[] {
  const { database, files } = pathsOf(dataDir);
  const { sqlite, close } = openReader(database);
  const hashes = sqlite.prepare<[], string>("SELECT sha256 FROM file_versions").pluck().all();
  close();
  const stored = new Set(readdirSync(files));
  const isWhole = (hash: string) =>
    stored.has(`${hash}.pdf`) && sha256(readFileSync(join(files, `${hash}.pdf`))) === hash;
  return hashes.filter((hash) => !isWhole(hash)).map((hash) => `lost: file ${hash}`);
}
