import { useEffect, useState } from "react";

const MINUTE_MS = 60_000;

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const hour = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const short = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** A day in the browser's locale: "Nov 22, 2026". */
export function dayOf(time: string): string {
  return day.format(new Date(time));
}

/** The time of day: "2:05 PM". */
export function hourOf(time: string): string {
  return hour.format(new Date(time));
}

/** Day and time in full: "Nov 22, 2026, 2:05 PM". */
export function wholeTimeOf(time: string): string {
  return whole.format(new Date(time));
}

/** Day and time, with the year unless it is the current one: "Nov 22, 2:05 PM". */
export function timeOf(time: string, now = new Date()): string {
  const date = new Date(time);
  return (date.getFullYear() === now.getFullYear() ? short : whole).format(date);
}

/** The time of day, with the day unless it is today. */
export function hourOrTimeOf(time: string, now = new Date()): string {
  return new Date(time).toDateString() === now.toDateString() ? hourOf(time) : timeOf(time, now);
}

/** The current time, updated once a minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
