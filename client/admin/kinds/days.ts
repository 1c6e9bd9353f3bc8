/** Local date in the format of date inputs: "2026-11-22". */
export type Day = string;

/** Last day of date inputs: without it, browsers take years of six digits. */
export const LAST_DAY = "9999-12-31";

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
