import { majorUnits, moneyOptions } from "../../../server/contract/format.ts";

const integers = new Intl.NumberFormat();
const days = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const hours = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const times = new Map<string | undefined, Intl.DateTimeFormat>();
const timesOfThisYear = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** Formats a date in the browser's locale: "Nov 22, 2026". */
export function dayOf(time: string): string {
  return days.format(new Date(time));
}

/** Formats the time of day: "2:05 PM". */
export function hourOf(time: string): string {
  return hours.format(new Date(time));
}

/** Formats date and time with the year, by default in this device's time zone: "Nov 22, 2026, 2:05 PM". */
export function wholeTimeOf(time: string, timeZone?: string): string {
  const format =
    times.get(timeZone) ??
    new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short", timeZone });
  times.set(timeZone, format);
  return format.format(new Date(time));
}

/** Formats date and time, without the year if it is the current one: "Nov 22, 2:05 PM". */
export function timeOf(time: string): string {
  const date = new Date(time);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return isThisYear ? timesOfThisYear.format(date) : wholeTimeOf(time);
}

/** Formats the time of day, preceded by the date if it is not today. */
export function hourOrTimeOf(time: string): string {
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  return isToday ? hourOf(time) : timeOf(time);
}

/** Formats an integer with thousands separators. */
export function countText(count: number): string {
  return integers.format(count);
}

const amounts = new Map<string, Intl.NumberFormat>();

/** Formats an amount in the smallest unit of its currency: "$37.00", "37,00 €". */
export function moneyText(amount: number, currency: string): string {
  return formatOf(currency).format(majorUnits(amount, currency));
}

/** Formats an amount in parts, such as its currency sign and the decimal separator. */
export function moneyParts(amount: number, currency: string): Intl.NumberFormatPart[] {
  return formatOf(currency).formatToParts(majorUnits(amount, currency));
}

// Cached: a new format takes longer than all other work for a cell of the grid.
function formatOf(currency: string): Intl.NumberFormat {
  const known = amounts.get(currency);
  if (known) return known;
  const format = new Intl.NumberFormat(undefined, moneyOptions(currency));
  amounts.set(currency, format);
  return format;
}

const ADMINISTRATOR = /^admin:(\d+)$/;

/** Reports whether an administrator made a change. Only such changes can be undone. */
export function isAdministrator(actor: string): boolean {
  return ADMINISTRATOR.test(actor);
}

/** Formats an actor: "admin:7" as "Administrator 7" or "You"; other actors unchanged. */
export function actorText(actor: string, userId?: number): string {
  const [, admin] = ADMINISTRATOR.exec(actor) ?? [];
  if (admin === undefined) return actor;
  return Number(admin) === userId ? "You" : `Administrator ${admin}`;
}
