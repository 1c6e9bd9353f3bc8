/** A day of the reader's own calendar, as date inputs write it: “2026-11-22”. */
export type Day = string;

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The instant at which a day begins here, as ISO 8601; undefined when the calendar has no such day. */
export function startOf(day: Day): string | undefined {
  if (!DAY.test(day)) return undefined;
  const start = new Date(`${day}T00:00:00`);
  return Number.isNaN(start.getTime()) || localDay(start) !== day ? undefined : start.toISOString();
}

/** Whether a day is complete. A year with a leading zero is still being typed. */
export function isWholeDay(day: Day): boolean {
  return !day.startsWith("0") && startOf(day) !== undefined;
}

/** The day that an instant falls on here. */
export function dayOf(instant: string): Day {
  return localDay(new Date(instant));
}

export function dayAfter(day: Day): Day {
  return shifted(day, 1);
}

export function dayBefore(day: Day): Day {
  return shifted(day, -1);
}

/** Whether an instant is the very beginning of a day here. */
export function startsDay(instant: string): boolean {
  const time = new Date(instant);
  return !Number.isNaN(time.getTime()) && startOf(localDay(time)) === time.toISOString();
}

function shifted(day: Day, days: number): Day {
  // In UTC, where every day has 24 hours.
  const time = Date.parse(`${day}T00:00:00Z`) + days * DAY_MS;
  return Number.isNaN(time) ? "" : new Date(time).toISOString().slice(0, day.length);
}

function localDay(time: Date): Day {
  const parts = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  return parts.map((part, at) => String(part).padStart(at === 0 ? 4 : 2, "0")).join("-");
}
