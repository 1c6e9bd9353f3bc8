import { DAY_MS, MINUTE_MS } from "../../contract/time.ts";

// Days (YYYY-MM-DD) in an IANA time zone. A day can have 23 or 25 hours, or begin after midnight.

/** UTC offsets range from -12 to +14 hours; plus one hour of margin for daylight saving time. */
const AHEAD_MINUTES = 15 * 60;
const BEHIND_MINUTES = 13 * 60;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the day of a time (in milliseconds) in a time zone. */
export function dayAt(time: number, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    // The Swedish format is ISO 8601.
    format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
    formats.set(timeZone, format);
  }
  return format.format(time);
}

/**
 * Returns the time in milliseconds at which a day begins in a time zone: the first minute whose day
 * is this one or a later one, because a zone can skip midnight or, once, a whole day.
 */
export function startOfDay(day: string, timeZone: string): number {
  const midnight = Date.parse(day) / MINUTE_MS;
  let before = midnight - AHEAD_MINUTES;
  let start = midnight + BEHIND_MINUTES;
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2);
    if (dayAt(middle * MINUTE_MS, timeZone) < day) before = middle;
    else start = middle;
  }
  return start * MINUTE_MS;
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the Monday of a day's week. */
export function mondayOf(day: string): string {
  const daysSinceMonday = (new Date(day).getUTCDay() + 6) % 7;
  return addDays(day, -daysSinceMonday);
}

/** Returns all days from `from` to `to`, both included. */
export function daysFrom(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}
