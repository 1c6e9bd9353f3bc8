/** Local date in the format of date inputs: "2026-11-22". */
export type Day = string;

const TYPED_DAY = /^\d{4}-\d{2}-\d{2}$/;
const TYPED_TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d$/;

const DAY_MS = 86_400_000;

const clocks = new Map<string | undefined, Intl.DateTimeFormat>();

/** Returns the date and time in a time zone, by default this device's: "2026-11-22T09:30". */
export function clockTime(time: Date, timeZone?: string): string {
  let clock = clocks.get(timeZone);
  if (!clock) {
    // The Swedish format is ISO 8601.
    clock = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone });
    clocks.set(timeZone, clock);
  }
  return clock.format(time).replace(" ", "T");
}

/**
 * Returns when the clocks of a time zone show a date and time: the first time if they show it twice,
 * and the time that follows as much later if they skip it.
 */
export function timeOfClock(clock: string, timeZone?: string): Date {
  const utc = Date.parse(`${clock}Z`);
  const utcOf = (time: number) => Date.parse(`${clockTime(new Date(time), timeZone)}Z`);
  const [before, after] = [utc - DAY_MS, utc + DAY_MS].map((near) => utc - (utcOf(near) - near));
  const times = [before, after].filter((time) => time !== undefined);
  return new Date(times.find((time) => utcOf(time) === utc) ?? before ?? utc);
}

/** Returns the start of a day in a time zone in ISO 8601; undefined for invalid dates. */
export function startOf(day: Day, timeZone?: string): string | undefined {
  return isTyped(day, false) ? timeOfClock(`${day}T00:00`, timeZone).toISOString() : undefined;
}

export function dayIn(time: Date, timeZone?: string): Day {
  return clockTime(time, timeZone).slice(0, 10);
}

/** Adds days to a date; returns "" if the date is invalid. */
export function addDays(day: Day, days: number): Day {
  // In UTC, where every day has 24 hours.
  const time = Date.parse(`${day}T00:00:00Z`) + days * DAY_MS;
  return Number.isNaN(time) ? "" : new Date(time).toISOString().slice(0, day.length);
}

/** Returns whether a text is an existing day, or with `hasTime` a day with its time: "2026-11-22T09:30". */
export function isTyped(text: string, hasTime: boolean): boolean {
  const day = hasTime ? TYPED_TIME.exec(text)?.[1] : TYPED_DAY.exec(text)?.[0];
  return day !== undefined && addDays(day, 0) === day;
}
