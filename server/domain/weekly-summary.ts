import type { NeedKind } from "../contract/admin-answers.ts";
import { DAY_MS, HOUR_MS } from "../contract/time.ts";
import type { Deps } from "../deps.ts";
import { readSettings } from "./content/settings.ts";
import { listNeeds } from "./needs-attention.ts";
import { queueOwnerMails } from "./owner-notices.ts";

const SENT_AT_HOUR = 8;
/** A summary that could not be queued by then, because the shop was down, is left out. */
const LATEST_MS = 2 * DAY_MS;
const MONDAY = 1;
const DAYS_A_WEEK = 7;

export type WeekFigures = {
  /** Orders by currency; `amount` is in its smallest unit. */
  sales: { currency: string; count: number; amount: number }[];
  refunds: { currency: string; count: number; amount: number }[];
  needs: { kind: NeedKind; count: number }[];
  hasSubscriptions: boolean;
};

/**
 * Queues the owner's summary of last week from Monday 8:00 in the shop's time zone, once per week.
 * Does nothing if it is switched off, or if the shop is younger than that week.
 */
export function queueWeeklySummary(deps: Pick<Deps, "db" | "config" | "clock">): void {
  const { weeklySummary, timeZone, createdAt } = readSettings(deps);
  if (!weeklySummary) return;
  const now = deps.clock.now();
  const zone = timeZone || "UTC";
  const monday = mondayOf(now, zone);
  const to = zonedMidnight(monday, zone);
  const sinceDue = now.getTime() - to.getTime() - SENT_AT_HOUR * HOUR_MS;
  if (sinceDue < 0 || sinceDue > LATEST_MS || (createdAt && createdAt >= to)) return;
  const first = new Date(monday.getTime() - DAYS_A_WEEK * DAY_MS);
  const about = {
    from: zonedMidnight(first, zone).toISOString(),
    to: to.toISOString(),
    firstDay: dateOf(first),
    lastDay: dateOf(new Date(monday.getTime() - DAY_MS)),
  };
  queueOwnerMails(deps, [{ kind: "weekly_summary", uniqueKey: `weekly:${dateOf(monday)}`, about }]);
}

const dateOf = (midnight: Date) => midnight.toISOString().slice(0, 10);

/** Returns the date of this week's Monday in a time zone, as midnight UTC. */
function mondayOf(now: Date, timeZone: string): Date {
  const today = Math.floor((now.getTime() + offsetAt(now, timeZone)) / DAY_MS) * DAY_MS;
  const daysSince = (new Date(today).getUTCDay() - MONDAY + DAYS_A_WEEK) % DAYS_A_WEEK;
  return new Date(today - daysSince * DAY_MS);
}

/**
 * Returns the time at which a Monday, given as midnight UTC, begins in a time zone. Clocks change in
 * the night to Sunday at the latest, so the offset is the same at both times.
 */
function zonedMidnight(monday: Date, timeZone: string): Date {
  return new Date(monday.getTime() - offsetAt(monday, timeZone));
}

/** Returns how far a time zone is ahead of UTC, in milliseconds. */
function offsetAt(time: Date, timeZone: string): number {
  const options = { timeZone, dateStyle: "short", timeStyle: "medium" } as const;
  // The Swedish format is ISO 8601 with a space.
  const local = new Intl.DateTimeFormat("sv-SE", options).format(time).replace(" ", "T");
  return Date.parse(`${local}Z`) - Math.floor(time.getTime() / 1000) * 1000;
}

/** Returns sales and refunds of a period, and what needs attention now. */
export function readFigures(
  deps: Pick<Deps, "db" | "clock">,
  { from, to }: { from: Date; to: Date },
): WeekFigures {
  const { sqlite } = deps.db;
  type Sum = WeekFigures["sales"][number];
  const period = [from.getTime(), to.getTime()] as const;
  const sales = sqlite.prepare<[number, number], Sum>(
    `SELECT currency, count(*) AS count, sum(total_amount) AS amount
     FROM orders INDEXED BY orders_by_paid_at
     WHERE paid_at >= ? AND paid_at < ? AND status = 'paid' GROUP BY currency ORDER BY amount DESC`,
  );
  // Refunds made in the provider's dashboard have no row of their own, but the buyer gets a mail.
  // The mail of a refund that the bank refused later remains, so the order's sum is the limit.
  const refunds = sqlite.prepare<[number, number], Sum>(
    `SELECT currency, count(*) AS count, sum(mailed) AS amount FROM (
       SELECT currency, min(sum(data ->> 'amount'), refunded_amount) AS mailed
       FROM emails INDEXED BY emails_kind JOIN orders ON orders.id = emails.order_id
       WHERE kind = 'order_refunded' AND emails.created_at >= ? AND emails.created_at < ?
       GROUP BY orders.id)
     WHERE mailed > 0 GROUP BY currency ORDER BY amount DESC`,
  );
  const subscription = sqlite.prepare("SELECT 1 FROM subscription_records LIMIT 1");
  return {
    sales: sales.all(...period),
    refunds: refunds.all(...period),
    needs: listNeeds(deps).groups,
    hasSubscriptions: subscription.get() !== undefined,
  };
}
