import { and, inArray, sql } from "drizzle-orm";
import type { Reader, Transaction } from "../../../db/client.ts";
import { SALES_KINDS } from "../../../db/enums.ts";
import { salesDays, staleDays } from "../../../db/stats-schema.ts";
import { storeFacts } from "../../../db/store-schema.ts";
import { wroteIfPossible } from "../../../db/unwritable.ts";
import { DAY_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import type { NewSums, StaleDay } from "../../ports/reads.ts";
import { singleFlight } from "../../process/promises.ts";
import { readSettings } from "../content/settings.ts";
import { overlapping, SALES_ZONE, salesZone, sumDay } from "./sales-days.ts";

/** Changed UTC days per step, which blocks requests for a few milliseconds. */
const DAYS_A_STEP = 2;
/** Changed days that a read sums by itself; with more, it waits until they are stored. */
const MOST_LIVE = 40;

type SumDeps = Pick<Deps, "db" | "config" | "reads" | "stopping">;

const joinRun = singleFlight<void>();

/**
 * Stores the sums of days whose orders have changed. The read worker makes them, so that requests
 * wait only for the short writes in between.
 */
export function sumStaleDays(deps: SumDeps): Promise<void> {
  return joinRun("sum", () => sumAll(deps), deps);
}

/**
 * Stores the sums of finished days. The current UTC day changes with each order, so a read sums it
 * until it is over.
 */
export async function sumFinishedDays(deps: SumDeps & Pick<Deps, "clock">): Promise<void> {
  followZone(deps);
  const today = Math.floor(deps.clock.now().getTime() / DAY_MS);
  const finished = deps.db.sqlite.prepare("SELECT 1 FROM stale_days WHERE day < ?").get(today);
  if (finished) await sumStaleDays(deps);
}

/** Follows a change of the shop's time zone, and stores sums if too many days have changed. */
export async function prepareSales(deps: SumDeps): Promise<void> {
  followZone(deps);
  const stale = deps.db.sqlite.prepare("SELECT count(*) FROM stale_days").pluck().get();
  if (Number(stale) > MOST_LIVE) await sumStaleDays(deps);
}

async function sumAll(deps: SumDeps): Promise<void> {
  followZone(deps);
  let after = -1;
  while (!deps.stopping?.aborted) {
    const made = await deps.reads.run("sumSales", after);
    const last = made.stale.at(-1);
    if (!last) return;
    deps.db.write((tx) => storeSums(tx, made));
    after = last.day;
  }
}

/** Sums the days of the first changed UTC days after the given one. */
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

/** One statement for all rows: a day can have hundreds. */
const INSERT_SUMS = `INSERT INTO sales_days
  SELECT value ->> 'kind', value ->> 'day', value ->> 'value', value ->> 'currency',
    value ->> 'orders', value ->> 'revenue', value ->> 'refunds', value ->> 'extras'
  FROM json_each(?)`;

function storeSums(tx: Transaction, { zone, stale, days, sums }: NewSums): void {
  // The time zone has changed meanwhile.
  if (salesZone(tx) !== zone) return;
  const ofDays = and(inArray(salesDays.kind, SALES_KINDS), inArray(salesDays.day, days));
  tx.delete(salesDays).where(ofDays).run();
  tx.sqlite.prepare(INSERT_SUMS).run(JSON.stringify(sums));
  const done = tx.sqlite.prepare("DELETE FROM stale_days WHERE day = ? AND changes = ?");
  for (const { day, changes } of stale) done.run(day, changes);
}

/** Marks all days if the shop's time zone is no longer that of the sums. */
export function followZone(deps: Pick<Deps, "db" | "config">): void {
  const value = readSettings(deps).timeZone || "UTC";
  if (salesZone(deps.db) === value) return;
  const write = (tx: Transaction) => {
    const fact = tx.insert(storeFacts).values({ name: SALES_ZONE, value });
    fact.onConflictDoUpdate({ target: storeFacts.name, set: { value } }).run();
    // One more UTC day at both ends, because days of the new time zone begin at another time.
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
