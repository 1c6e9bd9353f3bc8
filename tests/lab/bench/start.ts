import { median } from "../../support/figures.ts";
import { freePort, shopEnv, startStore, storeUrl } from "../../support/store-process.ts";
import { makeFolder, removeFolder } from "../torture/world.ts";
import { atMost, inMs, type Row, verdict } from "./rows.ts";

const STARTS = 9;
const GOAL_MS = 300;
const YEAR_STARTS = 3;
const YEAR_GOAL_MS = 3000;
/** Unreachable services: startup must not depend on them. */
const env = shopEnv({ paymentsUrl: "http://127.0.0.1:1", smtpUrl: "smtp://127.0.0.1:1" });

/** Measures the time from `papercub serve` to its first response, over an existing data folder. */
export async function benchStart(): Promise<Row[]> {
  const dataDir = makeFolder();
  // The first start creates the database.
  await timeStart(dataDir, env);
  const taken: number[] = [];
  while (taken.length < STARTS) taken.push(await timeStart(dataDir, env));
  const year: number[] = [];
  while (year.length < YEAR_STARTS) {
    const demo = makeFolder();
    year.push(await timeStart(demo, { DEMO: "year" }));
    removeFolder(demo);
  }
  return [
    rowOf({ name: "From start to the first answer", goal: GOAL_MS, taken }),
    rowOf({ name: "The same with a new sample year", goal: YEAR_GOAL_MS, taken: year }),
  ];
}

type Starts = { name: string; goal: number; taken: number[] };

function rowOf({ name, goal, taken }: Starts): Row {
  const row = atMost(goal, { name, value: median(taken), print: inMs });
  const [least, most] = [Math.min(...taken), Math.max(...taken)];
  console.log(`${name}: ${row.figure} (${inMs(least)} to ${inMs(most)})${verdict(row)}`);
  return row;
}

async function timeStart(dataDir: string, env: Record<string, string>): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const store = await startStore({ dataDir, port, env });
  await (await fetch(`${storeUrl(port)}/api/products`)).text();
  const taken = performance.now() - startedAt;
  await store.stop();
  return taken;
}
