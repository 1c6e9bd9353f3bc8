/** A day of the reader's own calendar, as date inputs write it: “2026-11-22”. */
export type Day = string;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The instant at which a day begins here, as ISO 8601; undefined when the calendar has no such day. */
export function startOf(day: Day): string | undefined {
  if (!DAY.test(day)) return undefined;
  const start = new Date(`${day}T00:00:00`);
  return Number.isNaN(start.getTime()) || localDay(start) !== day ? undefined : start.toISOString();
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
  // Noon, so that a day of 23 or 25 hours does not count as two or none.
  const time = new Date(`${day}T12:00:00`);
  time.setDate(time.getDate() + days);
  return localDay(time);
}

function localDay(time: Date): Day {
  const parts = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  return parts.map((part, at) => String(part).padStart(at === 0 ? 4 : 2, "0")).join("-");
}
