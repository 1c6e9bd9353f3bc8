import type { DayRange } from "../../server/contract/stats.ts";
import type { StatsInput } from "../../server/ports/read-worker.ts";

type Question = Pick<StatsInput, "period" | "days" | "compare"> & {
  today: string;
  /** Day of the first sale. */
  first: string | undefined;
};

const LENGTHS = { today: 1, "7d": 7, "30d": 30, "90d": 90 };
const DAY_MS = 86_400_000;

/** Lists the days of a period, and tests days for it and for the period it is compared with. */
export function periodOf({ period, days: chosen, compare, today, first }: Question) {
  const month = monthBefore(today.slice(0, 7));
  const { from, to } = chosenRange();
  const days = daysOf(from, to);
  const isNow = (day: string) => from <= day && day <= to;
  return { days, isNow, isBefore: period === "all" ? null : testBefore() };

  function chosenRange(): DayRange {
    if (period === "custom") return chosen ?? { from: "", to: "" };
    if (period === "all") return { from: first && first < today ? first : today, to: today };
    if (period === "year") return { from: `${today.slice(0, 4)}-01-01`, to: today };
    if (period === "last_month") return { from: `${month}-01`, to: lastDayOf(month) };
    return { from: move(today, 1 - LENGTHS[period]), to: today };
  }

  function testBefore(): (day: string) => boolean {
    const isCalendar = period === "custom" || period === "last_month";
    const isWhole = isCalendar && from.endsWith("-01") && to === lastDayOf(to.slice(0, 7));
    if (isWhole) {
      const months = new Set(days.map((day) => day.slice(0, 7)));
      const back = compare === "year" ? 12 : months.size;
      const before = new Set([...months].map((each) => monthsBefore(each, back)));
      return (day) => before.has(day.slice(0, 7));
    }
    // The day a year after February 29 does not exist, so the last day of the range decides.
    if (compare === "year" || period === "year") {
      return (day) => lastYearOf(from) <= day && day <= lastYearOf(to);
    }
    return (day) => move(from, -days.length) <= day && day < from;
  }
}

function lastYearOf(day: string): string {
  const same = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return same.endsWith("02-29") ? `${same.slice(0, 8)}28` : same;
}

function daysOf(from: string, to: string): string[] {
  const days: string[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY_MS) days.push(dayOf(time));
  return days;
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const move = (day: string, days: number) => dayOf(Date.parse(day) + days * DAY_MS);

export function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return dayOf(Date.UTC(year, number, 0));
}

function monthBefore(month: string): string {
  return move(`${month}-01`, -1).slice(0, 7);
}

/** Returns the month a number of months earlier. */
export function monthsBefore(month: string, count: number): string {
  return count === 0 ? month : monthsBefore(monthBefore(month), count - 1);
}
