import type { Stripe } from "stripe";

const DAY_SECONDS = 86_400;

/**
 * When a billing period that starts at `start` (Unix seconds) ends. A month later is the same
 * day, or the last day of a shorter month.
 */
export function periodEnd(start: number, recurring: Stripe.Price.Recurring | null): number {
  const count = recurring?.interval_count ?? 1;
  switch (recurring?.interval) {
    case "day":
      return start + count * DAY_SECONDS;
    case "week":
      return start + count * 7 * DAY_SECONDS;
    case "year":
      return addMonths(start, count * 12);
    default:
      return addMonths(start, count);
  }
}

function addMonths(start: number, months: number): number {
  const date = new Date(start * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return Math.floor(date.getTime() / 1000);
}
