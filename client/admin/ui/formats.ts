import { majorUnits, moneyOptions } from "../../../server/contract/format.ts";

const integers = new Intl.NumberFormat();

const TIMES = {
  day: { dateStyle: "medium" },
  hour: { timeStyle: "short" },
  year: { year: "numeric" },
  thisYear: { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
  whole: { dateStyle: "medium", timeStyle: "short" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Formats of times in one time zone and in the browser's locale. */
export type Times = {
  /** "Nov 22, 2026" */
  dayOf: (time: string) => string;
  /** "2:05 PM" */
  hourOf: (time: string) => string;
  /** With the year: "Nov 22, 2026, 2:05 PM". */
  wholeTimeOf: (time: string) => string;
  /** Without the year if it is the current one: "Nov 22, 2:05 PM". */
  timeOf: (time: string) => string;
  /** The time of day, preceded by the date if it is not today. */
  hourOrTimeOf: (time: string) => string;
};

const timesOfZones = new Map<string | undefined, Times>();

/** Returns the formats of times in a time zone, by default in this device's. */
export function timesIn(timeZone?: string): Times {
  const times = timesOfZones.get(timeZone) ?? makeTimes(timeZone);
  timesOfZones.set(timeZone, times);
  return times;
}

function makeTimes(timeZone: string | undefined): Times {
  const formats = new Map<string, Intl.DateTimeFormat>();
  const textOf = (name: keyof typeof TIMES, time: string | Date) => {
    const format =
      formats.get(name) ?? new Intl.DateTimeFormat(undefined, { ...TIMES[name], timeZone });
    formats.set(name, format);
    return format.format(new Date(time));
  };
  const isNow = (name: keyof typeof TIMES, time: string) =>
    textOf(name, time) === textOf(name, new Date());
  const timeOf = (time: string) => textOf(isNow("year", time) ? "thisYear" : "whole", time);
  return {
    dayOf: (time) => textOf("day", time),
    hourOf: (time) => textOf("hour", time),
    wholeTimeOf: (time) => textOf("whole", time),
    timeOf,
    hourOrTimeOf: (time) => (isNow("day", time) ? textOf("hour", time) : timeOf(time)),
  };
}

/** Formats an integer with thousands separators. */
export function countText(count: number): string {
  return integers.format(count);
}

const amounts = new Map<string, Intl.NumberFormat>();

/** Formats an amount in the smallest unit of its currency: "$37.00", "37,00 €". */
export function moneyText(amount: number, currency: string): string {
  // Cached: a new format takes longer than all other work for a cell of the grid.
  const format = amounts.get(currency) ?? new Intl.NumberFormat(undefined, moneyOptions(currency));
  amounts.set(currency, format);
  return format.format(majorUnits(amount, currency));
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
