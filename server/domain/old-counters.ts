import { inArray, lt } from "drizzle-orm";
import { rateLimits } from "../../db/schema.ts";
import type { Deps } from "../deps.ts";

const COUNTERS_A_STEP = 500;

/**
 * Forgets counters of rate limits that are over, a few at a time; false when none is left. They name
 * addresses and are kept no longer than they count.
 */
export function dropOldCounters({ db, clock }: Pick<Deps, "db" | "clock">): boolean {
  return db.write((tx) => {
    const old = tx
      .select({ key: rateLimits.key })
      .from(rateLimits)
      .where(lt(rateLimits.expire, clock.now().getTime()))
      .limit(COUNTERS_A_STEP);
    const gone = tx.delete(rateLimits).where(inArray(rateLimits.key, old)).run();
    return gone.changes === COUNTERS_A_STEP;
  });
}
