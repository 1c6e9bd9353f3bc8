import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { sweep } from "../../../server/domain/money/sweep.ts";
import { openShop, type Shop } from "../../support/demo-shop.ts";
import { makeDataDir } from "../shared/data-dir.ts";
import { type Outcome, secondsSince } from "../shared/outcome.ts";
import { abandonCheckouts, forgeCalls } from "./hour.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SWEEP_EVERY_MS = 5 * 60_000;
/** Orders never paid are kept for 90 days. */
const LATER_MS = 91 * DAY_MS;
const MOST_SWEEPS = 3000;
/** It works in bounded steps, some of which may find nothing: it is done after so many of these. */
const IDLE_SWEEPS = 5;
/** What may stay of what the hour has brought: rows that are gone leave a line each. */
const GOAL_SHARE = 0.1;

export type GrowthOptions = { checkouts: number; calls: number };

/**
 * The bytes that an hour of abandoned checkouts and forged calls adds to a data folder, and what is
 * left of them three months later, when the sweep has done its work.
 */
export async function runGrowth({ checkouts, calls }: GrowthOptions): Promise<Outcome> {
  const startedAt = performance.now();
  const dataDir = await makeDataDir();
  const shop = await openShop(dataDir.path);
  try {
    const before = await bytesKept(shop);
    await abandonCheckouts(shop, checkouts, HOUR_MS / 2 / checkouts);
    await shop.settle();
    const abandoned = (await bytesKept(shop)) - before;
    await forgeCalls(shop, calls, HOUR_MS / 2 / calls);
    await shop.settle();
    // Within a day the provider ends the sessions, and says so by webhook.
    shop.advance(DAY_MS);
    shop.simulator.control.runClock();
    await shop.settle();
    const added = (await bytesKept(shop)) - before;
    const sweeps = await sweepAll(shop);
    const left = (await bytesKept(shop)) - before;
    return {
      line:
        `growth: an hour with ${checkouts} abandoned checkouts (${inKb(abandoned)}, ` +
        `${(abandoned / checkouts / 1000).toFixed(1)} kB each) and ${calls} forged calls added ` +
        `${inKb(added)} to ${inKb(before)}; ${inKb(left)} of it are left after 91 days and ` +
        `${sweeps} sweeps (goal ${inKb(added * GOAL_SHARE)}), ${secondsSince(startedAt)}`,
      problems: left > added * GOAL_SHARE ? ["More is left than the goal allows"] : [],
    };
  } finally {
    shop.close();
    await dataDir.remove();
  }
}

/** Three months later: sweeps until they free nothing any more. Returns how many that took. */
async function sweepAll(shop: Shop): Promise<number> {
  shop.advance(LATER_MS);
  let kept = await bytesKept(shop);
  let idle = 0;
  for (let sweeps = 1; sweeps <= MOST_SWEEPS; sweeps++) {
    await sweep(shop.deps);
    await shop.settle();
    shop.advance(SWEEP_EVERY_MS);
    const now = await bytesKept(shop);
    idle = now < kept ? 0 : idle + 1;
    if (idle === IDLE_SWEEPS) return sweeps - IDLE_SWEEPS;
    kept = now;
  }
  throw new Error(`The sweep was not done after ${MOST_SWEEPS} rounds.`);
}

const inKb = (bytes: number) => `${Math.round(bytes / 1000)} kB`;

/** What a data folder really holds: the pages of its database that are in use, and its files. */
async function bytesKept({ deps }: Shop): Promise<number> {
  const { sqlite } = deps.db;
  const pragma = (name: string) => Number(sqlite.pragma(name, { simple: true }));
  const pages = pragma("page_count") - pragma("freelist_count");
  return pages * pragma("page_size") + (await bytesOfFiles(deps.config.dataDir));
}

async function bytesOfFiles(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.includes(".sqlite"));
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
