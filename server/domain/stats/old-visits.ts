import { findCursor, moveCursor } from "../../../db/cursors.ts";
import { VISIT_STEPS } from "../../../db/enums.ts";
import type { Deps } from "../../deps.ts";

const DAYS_KEPT_MONTHS = 25;
const ROWS_A_STEP = 200;
const CURSOR = "folded-visits";

const STEPS = VISIT_STEPS.map((step) => `'${step}'`).join(", ");
const KEY = "step, day, path, referrer, utm_source, utm_campaign, device";
const TAKE = `DELETE FROM visits WHERE (${KEY}) IN (SELECT ${KEY} FROM visits
    WHERE step IN (${STEPS}) AND day < ? AND day NOT LIKE '%-01' LIMIT ${ROWS_A_STEP})
  RETURNING *`;
const ADD = `INSERT INTO visits VALUES (@step, substr(@day, 1, 7) || '-01', @path, @referrer,
    @utm_source, @utm_campaign, @device, @count)
  ON CONFLICT DO UPDATE SET count = count + excluded.count`;

/**
 * Moves visits older than 25 months to the first day of their month, some rows at a time. Returns
 * whether there may be more.
 */
export function foldOldVisits({ db, clock }: Pick<Deps, "db" | "clock">): boolean {
  const now = clock.now();
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - DAYS_KEPT_MONTHS));
  return db.write((tx) => {
    // Without the cursor, each round would read all visits of earlier months.
    if ((findCursor(tx, CURSOR) ?? 0) >= before.getTime()) return false;
    const rows = tx.sqlite.prepare(TAKE).all(before.toISOString().slice(0, 10));
    for (const row of rows) tx.sqlite.prepare(ADD).run(row);
    if (rows.length < ROWS_A_STEP) moveCursor(tx, CURSOR, before.getTime());
    return rows.length === ROWS_A_STEP;
  });
}
