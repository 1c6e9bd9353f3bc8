import { rm } from "node:fs/promises";
import { inWords, median, probe } from "../../support/figures.ts";
import { programCall } from "../../support/program.ts";
import { environmentOf } from "../../support/store-process.ts";
import { fillOrders, makeCatalogue } from "./fill.ts";
import { type Row, verdict } from "./rows.ts";
import { startDemo } from "./store.ts";
import { slowerBeside } from "./worst.ts";

const ORDERS = 100_000;
/** The first rounds of background work are over by then. */
const SETTLE_MS = 5000;

/** As the store makes its own: they give way to everything else. */
const GIVING_WAY = ["nice", "-n", "19"];

/** What shoppers wait while the store is copied again and again. */
export async function benchBackup(): Promise<Row[]> {
  const dataDir = await makeCatalogue();
  const file = `${dataDir}.tar`;
  await fillOrders(dataDir, ORDERS);
  const store = await startDemo({ dataDir, TRUSTED_PROXY: "1" });
  try {
    await Bun.sleep(SETTLE_MS);
    const idle = await probe(store.url);
    const taken: number[] = [];
    let isOver = false;
    const backups = (async () => {
      while (!isOver) taken.push(await timeBackup(dataDir, file));
    })();
    const beside = await probe(store.url).finally(() => (isOver = true));
    await backups;
    const row = slowerBeside(`backups of ${ORDERS} orders`, beside, idle);
    console.log(
      `A backup of ${ORDERS} orders takes ${(median(taken) / 1000).toFixed(1)} s; GET /api/products, in ms, ` +
        `idle: ${inWords(idle)}; beside ${taken.length} backups: ${inWords(beside)}${verdict(row)}`,
    );
    return [row];
  } finally {
    await store.stop();
    for (const path of [dataDir, file]) await rm(path, { recursive: true, force: true });
  }
}

async function timeBackup(dataDir: string, file: string): Promise<number> {
  await rm(file, { force: true });
  const startedAt = performance.now();
  const child = Bun.spawn([...GIVING_WAY, ...programCall(), "backup", file], {
    env: environmentOf({ dataDir, port: 0, env: { DEMO: "1" } }),
    stdio: ["ignore", "ignore", "inherit"],
  });
  if ((await child.exited) !== 0) throw new Error("The backup was not made.");
  return performance.now() - startedAt;
}
