/** Local date in the format of date inputs: "2026-11-22". */
export type Day = string;

const TYPED_DAY = /^\d{4}-\d{2}-\d{2}$/;
const TYPED_TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d$/;

const DAY_MS = 86_400_000;

/** Returns the start of a local day in ISO 8601; undefined for invalid dates. */
export function startOf(day: Day): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const start = new Date(`${day}T00:00:00`);
  return Number.isNaN(start.getTime()) || localDay(start) !== day ? undefined : start.toISOString();
}

export function localDay(time: Date): Day {
  const parts = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  return parts.map((part, at) => String(part).padStart(at === 0 ? 4 : 2, "0")).join("-");
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
