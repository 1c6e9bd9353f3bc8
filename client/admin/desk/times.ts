const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const hour = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const short = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** A day as the reader's settings write it: "Nov 22, 2026". */
export function dayOf(time: string): string {
  return day.format(new Date(time));
}

/** The time of day alone: "2:05 PM". */
export function hourOf(time: string): string {
  return hour.format(new Date(time));
}

/** Day and time in full: "Nov 22, 2026, 2:05 PM". */
export function wholeTimeOf(time: string): string {
  return whole.format(new Date(time));
}

/** Day and time, with the year where that is not the present one: "Nov 22, 2:05 PM". */
export function timeOf(time: string, now = new Date()): string {
  const date = new Date(time);
  return (date.getFullYear() === now.getFullYear() ? short : whole).format(date);
}

/** The time of day, with the day where that is not today. */
export function hourOrTimeOf(time: string, now = new Date()): string {
  return new Date(time).toDateString() === now.toDateString() ? hourOf(time) : timeOf(time, now);
}
