import type { DayRange } from "../../contract/stats.ts";
import type { StatsInput } from "../../ports/read-worker.ts";
import { addDays, daysFrom } from "./zoned-days.ts";

const LENGTHS = { today: 1, "7d": 7, "30d": 30, "90d": 90 } as const;
const MONTHS_A_YEAR = 12;

type PeriodInput = Pick<StatsInput, "period" | "days" | "compare">;
/** The days of a period, and those it is compared with. */
export type ComparedRanges = DayRange & { before: DayRange | null };

/**
 * Returns the days of a period. The period before is as long as this one; before calendar months
 * are as many calendar months, and before "year" the same days of last year. `first` returns the
 * first day of "all".
 */
export function rangesOf(
  { period, days, compare }: PeriodInput,
  today: string,
  first: () => string | undefined,
): ComparedRanges {
  if (period === "all") {
    const from = first();
    return { from: from && from < today ? from : today, to: today, before: null };
  }
  if (period === "year") {
    const range = { from: `${today.slice(0, 4)}-01-01`, to: today };
    return { ...range, before: lastYear(range) };
  }
  if (period === "last_month") {
    const to = addDays(`${today.slice(0, 7)}-01`, -1);
    return calendarRanges({ from: `${to.slice(0, 7)}-01`, to }, compare);
  }
  if (period === "custom") return calendarRanges(days ?? { from: today, to: today }, compare);
  const range = { from: addDays(today, 1 - LENGTHS[period]), to: today };
  return { ...range, before: compare === "year" ? lastYear(range) : daysBefore(range) };
}

function calendarRanges(range: DayRange, compare: StatsInput["compare"]): ComparedRanges {
  const months = countMonths(range);
  if (months === 0) {
    return { ...range, before: compare === "year" ? lastYear(range) : daysBefore(range) };
  }
  const back = compare === "year" ? MONTHS_A_YEAR : months;
  const from = addMonths(range.from, -back);
  return { ...range, before: { from, to: addDays(addMonths(from, months), -1) } };
}

function daysBefore({ from, to }: DayRange): DayRange {
  return { from: addDays(from, -daysFrom(from, to).length), to: addDays(from, -1) };
}

/** Returns the same days of last year; February 28 for February 29. */
function lastYear({ from, to }: DayRange): DayRange {
  const sameDay = (day: string) =>
    `${Number(day.slice(0, 4)) - 1}${day.slice(4).replace("-02-29", "-02-28")}`;
  return { from: sameDay(from), to: sameDay(to) };
}

/** Returns the number of calendar months if a range consists of whole months, else 0. */
function countMonths({ from, to }: DayRange): number {
  const next = addDays(to, 1);
  const [start, end] = [new Date(from), new Date(next)];
  if (!from.endsWith("-01") || !next.endsWith("-01")) return 0;
  const years = end.getUTCFullYear() - start.getUTCFullYear();
  return years * MONTHS_A_YEAR + end.getUTCMonth() - start.getUTCMonth();
}

/** Adds months to the first day of a month. */
function addMonths(day: string, months: number): string {
  const date = new Date(day);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 10);
}
