import { startBare } from "./bare.ts";
import { measureRequests } from "./load.ts";
import { median } from "./median.ts";
import { startDemo } from "./store.ts";

const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 32;
const PATHS = ["/api/products", "/"];
const GOAL = 0.7;
const WARM_UP_SECONDS = 2;

/** Requests per second of the store and of a bare server with the same answers, taken in turns. */
export async function benchRequests(): Promise<void> {
  const store = await startDemo();
  const bare = await startBare(
    store.url,
    PATHS.map((path) => ({ path })),
  );
  try {
    for (const path of PATHS) await compare(path, store.url, bare.url);
  } finally {
    bare.stop();
    await store.stop();
  }
}

async function compare(path: string, storeUrl: string, bareUrl: string): Promise<void> {
  const take = (base: string, seconds: number) =>
    measureRequests({ url: base + path, connections: CONNECTIONS, seconds });
  await take(bareUrl, WARM_UP_SECONDS);
  await take(storeUrl, WARM_UP_SECONDS);
  const rounds: { bare: number; store: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await take(bareUrl, SECONDS);
    rounds.push({ bare, store: await take(storeUrl, SECONDS) });
  }
  const ratio = median(rounds.map((round) => round.store / round.bare));
  const perSecond = (values: number[]) => `${Math.round(median(values))}/s`;
  console.log(
    `GET ${path}: store ${perSecond(rounds.map((r) => r.store))}, ` +
      `bare Bun.serve ${perSecond(rounds.map((r) => r.bare))}, ` +
      `ratio ${ratio.toFixed(2)} (goal ${GOAL})`,
  );
}
