import type { NeedKind } from "../../contract/admin-answers.ts";
import type { DayRange } from "../../contract/stats.ts";
import { DAY_MS, HOUR_MS } from "../../contract/time.ts";
import { addDays, dayAt, mondayOf, startOfDay } from "../stats/zoned-days.ts";
import type { Deps } from "../../deps.ts";
import { readSettings, timeZoneOf } from "../settings.ts";
import { listNeeds } from "./needs.ts";
import { queueOwnerMails } from "./notify.ts";
import { openSales } from "../stats/sales-days.ts";
import { syncSalesZone } from "../stats/sum-sales.ts";

const SENT_AT_HOUR = 8;
/** Deadline for queueing a summary. A shop that was down longer skips that week. */
const LATEST_MS = 2 * DAY_MS;
const DAYS_A_WEEK = 7;

export type WeekFigures = {
  /** Orders by currency; `amount` is in its smallest unit. */
  sales: { currency: string; count: number; amount: number }[];
  refunds: { currency: string; amount: number }[];
  needs: { kind: NeedKind; count: number }[];
  hasSubscriptions: boolean;
};

/**
 * Queues the owner's summary of last week from Monday 8:00 in the shop's time zone, once per week.
 * Does nothing if it is switched off, or if the shop is younger than that week.
 */
export function queueWeeklySummary(deps: Pick<Deps, "db" | "config" | "clock">): void {
  const settings = readSettings(deps);
  const { weeklySummary, createdAt } = settings;
  if (!weeklySummary) return;
  const now = deps.clock.now().getTime();
  const zone = timeZoneOf(settings);
  const monday = mondayOf(dayAt(now, zone));
  const weekEnd = startOfDay(monday, zone);
  const sinceDue = now - weekEnd - SENT_AT_HOUR * HOUR_MS;
  if (sinceDue < 0 || sinceDue > LATEST_MS) return;
  if (createdAt && createdAt.getTime() >= weekEnd) return;
  syncSalesZone(deps);
  const about = { firstDay: addDays(monday, -DAYS_A_WEEK), lastDay: addDays(monday, -1) };
  queueOwnerMails(deps, [{ kind: "weekly_summary", uniqueKey: `weekly:${monday}`, about }]);
}

/** Returns a week's sums, as in the overview, and the current counts of “Needs attention”. */
export function readFigures(deps: Pick<Deps, "db" | "clock">, week: DayRange): WeekFigures {
  const { sqlite } = deps.db;
  const totals = openSales(deps.db, week).sums(["total"], week);
  const subscription = sqlite.prepare("SELECT 1 FROM subscription_records LIMIT 1");
  return {
    sales: totals
      .map(({ currency, orders, revenue }) => ({ currency, count: orders, amount: revenue }))
      .filter(({ count }) => count > 0)
      .toSorted(byAmount),
    refunds: totals
      .map(({ currency, refunds }) => ({ currency, amount: refunds }))
      .filter(({ amount }) => amount !== 0)
      .toSorted(byAmount),
    needs: listNeeds(deps).groups,
    hasSubscriptions: subscription.get() !== undefined,
  };
}

const byAmount = (one: { amount: number }, other: { amount: number }) => other.amount - one.amount;
