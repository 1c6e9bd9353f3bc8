import { median } from "../../support/figures.ts";
import { freePort, shopEnv, startStore, storeUrl } from "../../support/store-process.ts";
import { makeFolder } from "../torture/world.ts";
import { atMost, inMs, type Row, verdict } from "./rows.ts";

const STARTS = 9;
const GOAL_MS = 300;
/** Unreachable services: startup must not depend on them. */
const env = shopEnv({ paymentsUrl: "http://127.0.0.1:1", smtpUrl: "smtp://127.0.0.1:1" });

/** Measures the time from `papercub serve` to its first response, over an existing data folder. */
export async function benchStart(): Promise<Row[]> {
  const dataDir = makeFolder();
  // The first start creates the database.
  await timeStart(dataDir);
  const taken: number[] = [];
  while (taken.length < STARTS) taken.push(await timeStart(dataDir));
  const name = "From start to the first answer";
  const row = atMost(GOAL_MS, { name, value: median(taken), print: inMs });
  const [least, most] = [Math.min(...taken), Math.max(...taken)];
  console.log(`${name}: ${row.figure} (${inMs(least)} to ${inMs(most)})${verdict(row)}`);
  return [row];
}

async function timeStart(dataDir: string): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const store = await startStore({ dataDir, port, env });
  await (await fetch(`${storeUrl(port)}/api/products`)).text();
  const taken = performance.now() - startedAt;
  await store.stop();
  return taken;
}
