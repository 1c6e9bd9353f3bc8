import { openReader } from "../../../db/client.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { STATS_COMPARISONS, STATS_GRAINS, STATS_PERIODS } from "../../../server/contract/stats.ts";
import { readStats } from "../../../server/domain/stats/read-stats.ts";
import { sumStaleDays } from "../../../server/domain/stats/sum-sales.ts";
import { openDataDir } from "../../support/create-test-app.ts";
import { median } from "../../support/figures.ts";
import { signInAdmin } from "../../support/table-calls.ts";
import { removeFolder } from "../torture/world.ts";
import { fillSales } from "./fill-sales.ts";
import { inMs, type Row, show } from "./rows.ts";
import { measureShoppers } from "./shoppers.ts";
import { makeCatalogue, startDemo } from "./store.ts";

const ORDERS = 1_000_000;
const DAYS = 5 * 365 + 1;
const GOAL_MS = 50;
const WARM_UP_ROUNDS = 3;
const ROUNDS = 15;
/** Time for the background jobs of the startup to finish. */
const STARTUP_JOBS_MS = 5000;

/** Measures the numbers of the overview with 1,000,000 orders in five years. */
export async function benchStats(): Promise<Row[]> {
  const dataDir = await makeCatalogue();
  fillSales(dataDir, { orders: ORDERS, days: DAYS });
  const shop = await openDataDir(dataDir);
  const startedAt = performance.now();
  await sumStaleDays(shop.deps);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`With ${ORDERS} orders on ${DAYS} days, summed in ${seconds.toFixed(1)} s:`);
  const cookie = signInAdmin(shop).cookie();
  shop.close();
  const rows = timeReads(pathsOf(dataDir).database);
  await using store = await startDemo(dataDir, { TRUSTED_PROXY: "1" });
  await Bun.sleep(STARTUP_JOBS_MS);
  const loads = { "the overview": "/api/admin/stats?period=all&grain=month" };
  rows.push(...(await measureShoppers(store, cookie, loads)));
  await store.stop();
  removeFolder(dataDir);
  return rows;
}

function timeReads(path: string): Row[] {
  const reader = openReader(path);
  const now = Date.now();
  const year = new Date(now).getUTCFullYear();
  const chosen = { from: `${year - 2}-02-02`, to: `${year - 1}-02-01` };
  const views = STATS_PERIODS.flatMap((period) =>
    STATS_COMPARISONS.flatMap((compare) =>
      STATS_GRAINS.map((grain) => ({ period, compare, grain })),
    ),
  );
  const rows = views.flatMap((view) => {
    const days = view.period === "custom" ? chosen : null;
    const times: number[] = [];
    let bytes = 0;
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      const startedAt = performance.now();
      const stats = readStats(reader, { ...view, days, source: null, now });
      bytes = JSON.stringify(stats).length;
      if (round >= WARM_UP_ROUNDS) times.push(performance.now() - startedAt);
    }
    const name = `Overview, ${view.period} by ${view.grain}, ${view.compare} (${bytes} bytes)`;
    return show({ name, value: median(times), print: inMs }, GOAL_MS);
  });
  reader.close();
  return rows;
}
