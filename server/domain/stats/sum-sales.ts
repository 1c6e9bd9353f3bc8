import { and, inArray, sql } from "drizzle-orm";
import type { Reader, Transaction } from "../../../db/client.ts";
import { SALES_KINDS } from "../../../db/enums.ts";
import { salesDays, staleDays } from "../../../db/stats-schema.ts";
import { storeFacts } from "../../../db/store-schema.ts";
import { wroteIfPossible } from "../../../db/unwritable.ts";
import { DAY_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import type { NewSums, StaleDay } from "../../ports/read-worker.ts";
import { singleFlight } from "../../process/promises.ts";
import { readSettings, timeZoneOf } from "../settings.ts";
import { overlapping, SALES_ZONE, salesZone, sumDay, sumsIn } from "./sales-days.ts";

/** Stale UTC days per step; storing a step blocks requests for a few milliseconds. */
const DAYS_A_STEP = 2;
/** Most stale days that a read sums itself; with more, their sums are stored first. */
const MOST_LIVE = 40;

type SumDeps = Pick<Deps, "db" | "config" | "reads" | "stopping">;

const sumOnce = singleFlight<void>();

/**
 * Stores the sums of stale days. The read worker computes them, so requests wait only for the short
 * writes.
 */
export function sumStaleDays(deps: SumDeps): Promise<void> {
  return sumOnce("sum", () => sumAll(deps), deps);
}

/**
 * Stores the sums of finished days. The current UTC day changes with each order, so a read sums it
 * until it is over.
 */
export async function sumFinishedDays(deps: SumDeps & Pick<Deps, "clock">): Promise<void> {
  syncSalesZone(deps);
  const today = Math.floor(deps.clock.now().getTime() / DAY_MS);
  const finished = deps.db.sqlite.prepare("SELECT 1 FROM stale_days WHERE day < ?").get(today);
  if (finished) await sumStaleDays(deps);
}

/** Prepares a read: applies a changed time zone, and stores the sums if too many days are stale. */
export async function prepareSales(deps: SumDeps): Promise<void> {
  syncSalesZone(deps);
  const stale = deps.db.sqlite.prepare("SELECT count(*) FROM stale_days").pluck().get();
  if (Number(stale) > MOST_LIVE) await sumStaleDays(deps);
}

async function sumAll(deps: SumDeps): Promise<void> {
  syncSalesZone(deps);
  let after = -1;
  while (!deps.stopping?.aborted) {
    const made = await deps.reads.run("sumSales", after);
    const last = made.stale.at(-1);
    if (!last) return;
    deps.db.write((tx) => storeSums(tx, made));
    after = last.day;
  }
}

/** Sums the days that overlap the first stale UTC days after the given one. */
export function sumSales(db: Reader, after: number): NewSums {
  return db.sqlite.transaction(() => {
    const zone = salesZone(db);
    const stale = db.sqlite
      .prepare<unknown[], StaleDay>("SELECT * FROM stale_days WHERE day > ? ORDER BY day LIMIT ?")
      .all(after, DAYS_A_STEP);
    const days = overlapping(stale, zone);
    return { zone, stale, days, sums: days.flatMap((day) => sumDay(db, day, zone)) };
  })();
}

function storeSums(tx: Transaction, { zone, stale, days, sums }: NewSums): void {
  // Discard sums of a former time zone.
  if (salesZone(tx) !== zone) return;
  const ofDays = and(inArray(salesDays.kind, SALES_KINDS), inArray(salesDays.day, days));
  tx.delete(salesDays).where(ofDays).run();
  // One statement, because a day can have hundreds of rows.
  tx.sqlite.prepare(`INSERT INTO sales_days ${sumsIn("?")}`).run(JSON.stringify(sums));
  const done = tx.sqlite.prepare("DELETE FROM stale_days WHERE day = ? AND changes = ?");
  for (const { day, changes } of stale) done.run(day, changes);
}

/** Marks all days as stale if the shop's time zone differs from that of the sums. */
export function syncSalesZone(deps: Pick<Deps, "db" | "config">): void {
  const value = timeZoneOf(readSettings(deps));
  if (salesZone(deps.db) === value) return;
  const write = (tx: Transaction) => {
    const fact = tx.insert(storeFacts).values({ name: SALES_ZONE, value });
    fact.onConflictDoUpdate({ target: storeFacts.name, set: { value } }).run();
    // One more UTC day at both ends, because days start at another time in the new time zone.
    tx.run(sql`
      WITH RECURSIVE marked (day, last) AS (
        SELECT unixepoch(min(day)) / 86400 - 1, unixepoch(max(day)) / 86400 + 1
        FROM sales_days WHERE kind = 'total'
        UNION ALL SELECT day + 1, last FROM marked WHERE day < last)
      INSERT INTO ${staleDays} (day, changes) SELECT day, 1 FROM marked WHERE day IS NOT NULL
      ON CONFLICT (day) DO UPDATE SET changes = changes + 1`);
  };
  wroteIfPossible(() => deps.db.write(write));
}
