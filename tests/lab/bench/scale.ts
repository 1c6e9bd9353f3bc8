import { cp, rm } from "node:fs/promises";
import { median } from "../../support/figures.ts";
import { type Call, CALL_STEP, callsOf, takeCall } from "./calls.ts";
import { compareAddresses } from "./codes.ts";
import { accountEmail, fillOrders, guestEmail, makeCatalogue } from "./fill.ts";
import { asRatio, atMost, type Row, verdict } from "./rows.ts";
import { type Store, startDemo } from "./store.ts";
import { sendVisitor, type Visitor } from "./visitor.ts";
import { measureWorst } from "./worst.ts";

const LARGE = 1_000_000;
const SMALL = 1000;
const ROUNDS = 30;
/** As many as a thousand orders have accounts, but for those that warm up. */
const PAIRS = 100;
const WARM_UP_ROUNDS = 3;
const GOAL_RATIO = 2;
/** Longer than the background's first round takes, which every start begins with. */
const SETTLE_MS = 5000;

type Shop = { orders: number; store: Store; visitor: Visitor; calls: Call[] };

/**
 * The store with a million orders beside the same with a thousand: every call in turns, what one
 * client can do to the others, and whether a stop-watch tells who has bought here.
 */
export async function benchScale(): Promise<Row[]> {
  const startedAt = performance.now();
  const small = await makeCatalogue();
  const large = `${small}-large`;
  await cp(small, large, { recursive: true });
  const running: Store[] = [];
  const open = async (dataDir: string, orders: number): Promise<Shop> => {
    await fillOrders(dataDir, orders);
    const visitor = await sendVisitor(dataDir);
    const store = await startDemo({ dataDir, TRUSTED_PROXY: "1" });
    running.push(store);
    return { orders, store, visitor, calls: callsOf(visitor, (nth) => guestEmail(orders, nth)) };
  };
  try {
    const shops = { small: await open(small, SMALL), large: await open(large, LARGE) };
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    console.log(`Two stores with ${SMALL} and ${LARGE} orders, made in ${seconds} s`);
    await Bun.sleep(SETTLE_MS);
    const rows = await compareCalls(shops);
    console.log(`With ${LARGE} orders, while one client does its worst:`);
    rows.push(...(await measureWorst(shops.large.store.url, shops.large.visitor)));
    for (const { store, orders } of [shops.small, shops.large]) {
      console.log(`Emails that the store with ${orders} orders knows, beside others:`);
      const known = (pair: number) => accountEmail(orders, pair);
      const compared = await compareAddresses(store.url, { pairs: PAIRS, known });
      rows.push(...compared.map((row) => ({ ...row, name: `${row.name}, ${orders} orders` })));
    }
    return rows;
  } finally {
    for (const store of running) await store.stop();
    for (const dataDir of [small, large]) await rm(dataDir, { recursive: true, force: true });
  }
}

async function compareCalls({ small, large }: { small: Shop; large: Shop }): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [i, call] of small.calls.entries()) {
    const other = large.calls[i];
    if (!other) throw new Error(`${call.name} is asked of one store alone.`);
    const times = { small: [] as number[], large: [] as number[] };
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      const nth = i * CALL_STEP + round;
      const taken = await takeCall(small.store.url, call, nth);
      const takenLarge = await takeCall(large.store.url, other, nth);
      if (round < WARM_UP_ROUNDS) continue;
      times.small.push(taken);
      times.large.push(takenLarge);
    }
    const [a, b] = [median(times.small), median(times.large)];
    const name = `${call.name}: with ${LARGE} orders over with ${SMALL}`;
    const row = atMost(GOAL_RATIO, { name, value: b / a, print: asRatio });
    rows.push(row);
    const taken = `${a.toFixed(2)} ms, ${b.toFixed(2)} ms`;
    console.log(`${call.name}: ${taken}, ratio ${row.figure}${verdict(row)}`);
  }
  return rows;
}
