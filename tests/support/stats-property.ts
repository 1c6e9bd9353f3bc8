import fc from "fast-check";
import { expect, test } from "vitest";
import {
  STATS_GRAINS,
  STATS_PERIODS,
  type CurrencyStats,
  type TaxSum,
} from "../../server/contract/stats.ts";
import { prepareSales, sumStaleDays } from "../../server/domain/stats/sum-sales.ts";
import { countSales } from "./stats-oracle.ts";
import { chosenDays, salesHistory } from "./stats-histories.ts";
import { openSalesShop, openSalesWorld } from "./stats-world.ts";

const TIMEOUT_MS = 600_000;

type HistoryOptions = { blocks: number; runs: number; firstSeed: number };

/** Compares the sums of random histories with a count of their orders; `runs` in each block. */
export function testSalesHistories({ blocks, runs, firstSeed }: HistoryOptions): void {
  test.each(Array.from({ length: blocks }, (_, block) => firstSeed + block))(
    `the sums of ${runs} histories are those of their orders (seed %i)`,
    async (seed) => {
      const shop = openSalesShop();
      const property = fc.asyncProperty(salesHistory, (history) => playHistory(shop, history));
      await fc.assert(property, { seed, numRuns: runs });
      shop.db.close();
    },
    TIMEOUT_MS,
  );
}

type History = typeof salesHistory extends fc.Arbitrary<infer Value> ? Value : never;

async function playHistory(
  shop: ReturnType<typeof openSalesShop>,
  { start, zone, moves, chosen }: History,
): Promise<void> {
  const world = openSalesWorld(shop, start, zone);
  for (const { pause, move } of moves) {
    world.wait(pause);
    await world.perform(move);
  }
  await compare(world, chosen);
  await sumStaleDays(world.deps);
  await compare(world, chosen);
}

async function compare(
  world: ReturnType<typeof openSalesWorld>,
  { compare, ...dates }: History["chosen"],
): Promise<void> {
  await prepareSales(world.deps);
  for (const [index, period] of STATS_PERIODS.entries()) {
    const grain = STATS_GRAINS[index % STATS_GRAINS.length] ?? "day";
    const now = world.now();
    const days = period === "custom" ? chosenDays(now, dates) : null;
    const input = { period, days, compare, grain, source: null, now };
    const stats = await world.deps.reads.run("stats", input);
    const { from, to, timeZone, currencies, funnel } = stats;
    expect(timeZone).toBe(world.timeZone());
    const counted = countSales(world.sold(), { ...input, timeZone });
    const { paid } = funnel.steps;
    const given = { from, to, paid, extras: funnel.extrasPaid, currencies: inOrder(currencies) };
    expect(given).toEqual({ ...counted, currencies: inOrder(counted.currencies) });
    for (const { now: sales, taxes } of currencies) {
      const sumOf = (name: "revenue" | "refunds") =>
        taxes.reduce((sum, each) => sum + each[name], 0);
      expect([sumOf("revenue"), sumOf("refunds")]).toEqual([sales.revenue, sales.refunds]);
    }
  }
}

const keyOf = ({ country, percent }: TaxSum) => `${country}:${percent}`;

/** Sorts by name, because equal sums have no order that matters. */
function inOrder(currencies: CurrencyStats[]): CurrencyStats[] {
  const sorted = <Row extends { value: string }>(rows: Row[]) =>
    rows.toSorted((one, other) => (one.value < other.value ? -1 : 1));
  return currencies
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
    .map(({ ranked, taxes, ...rest }) => ({
      ...rest,
      taxes: taxes.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)),
      ranked: {
        product: sorted(ranked.product),
        country: sorted(ranked.country),
        code: sorted(ranked.code),
        referrer: sorted(ranked.referrer),
        utm_source: sorted(ranked.utm_source),
        utm_campaign: sorted(ranked.utm_campaign),
      },
    }));
}
