import type { DayOrder } from "../../contract/order-import.ts";
import { DAY_MS, MINUTE_MS } from "../../contract/time.ts";

const HOUR_MINUTES = 60;
const ISO =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(UTC|GMT|Z|[+-]\d{2}:?\d{2})?$/i;
/** As spreadsheets rewrite dates: 3/4/2025 15:06, 4.3.2025 or 3/4/2025 3:06 PM. */
const WRITTEN =
  /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?:[,\s]+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([AP]M)?)?\s*(UTC|GMT|Z|[+-]\d{2}:?\d{2})?$/i;

type Parts = {
  year: number;
  month: number;
  day: number;
  /** Minutes since midnight; undefined for a date without a time. */
  minutes: number | undefined;
  seconds: number;
  /** Minutes ahead of UTC, if the text names them. */
  offset: number | undefined;
};

export type DateRules = { dayOrder?: DayOrder | undefined; zone: string };

/** Whether the order of day and month cannot be read from a text. */
export function isAmbiguous(text: string): boolean {
  return findDayOrder(text) === "any";
}

/**
 * Returns the order of day and month that a written date proves: one of them is above 12, or the
 * separator is a dot. "any" if both orders are possible, undefined for other texts.
 */
export function findDayOrder(text: string): DayOrder | "any" | undefined {
  const [, first, separator, second] = WRITTEN.exec(text) ?? [];
  if (first === undefined) return undefined;
  if (separator === "." || Number(first) > 12) return "dmy";
  if (Number(second) > 12) return "mdy";
  return Number(first) === Number(second) ? undefined : "any";
}

/** Whether a text is a date without the offset of its time. */
export function lacksOffset(text: string): boolean {
  const parts = partsOf(text, "dmy") ?? partsOf(text, "mdy");
  return parts !== undefined && parts.offset === undefined;
}

/**
 * Returns the time of a date in milliseconds, or undefined for a text that is no date. A date without
 * an offset is in `zone`; without a time, it is noon there.
 */
export function readDate(text: string, { dayOrder, zone }: DateRules): number | undefined {
  const parts = partsOf(text, dayOrder);
  if (!parts) return undefined;
  const { year, month, day, minutes, seconds, offset } = parts;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const local = date.getTime() + (minutes ?? 12 * HOUR_MINUTES) * MINUTE_MS + seconds * 1000;
  if (offset !== undefined) return local - offset * MINUTE_MS;
  return local - offsetAt(zone, local);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds that a zone is ahead of UTC at a local time; at its first occurrence, if it has two. */
function offsetAt(zone: string, local: number): number {
  const before = aheadAt(zone, local - DAY_MS);
  return aheadAt(zone, local - before) === before ? before : aheadAt(zone, local + DAY_MS);
}

function aheadAt(timeZone: string, time: number): number {
  let format = formats.get(timeZone);
  if (!format) {
    // The Swedish format is ISO 8601.
    const look = { dateStyle: "short", timeStyle: "medium" } as const;
    format = new Intl.DateTimeFormat("sv-SE", { timeZone, ...look });
    formats.set(timeZone, format);
  }
  return Date.parse(`${format.format(time).replace(" ", "T")}Z`) - time;
}

function partsOf(text: string, dayOrder: DayOrder | undefined): Parts | undefined {
  const iso = ISO.exec(text);
  if (iso) {
    const [, year, month, day, hours, minutes, seconds, zone] = iso;
    return partsFrom({
      date: [year, month, day],
      time: [hours, minutes, seconds],
      meridiem: undefined,
      zone,
    });
  }
  const [matched, first, separator, second, year, hours, minutes, seconds, meridiem, zone] =
    WRITTEN.exec(text) ?? [];
  if (matched === undefined) return undefined;
  const order = separator === "." ? "dmy" : dayOrder;
  if (!order && first !== second) return undefined;
  const date = order === "mdy" ? [year, first, second] : [year, second, first];
  return partsFrom({ date, time: [hours, minutes, seconds], meridiem, zone });
}

type DateTexts = {
  /** Year, month and day. */
  date: (string | undefined)[];
  time: (string | undefined)[];
  meridiem: string | undefined;
  zone: string | undefined;
};

function partsFrom({ date, time, meridiem, zone }: DateTexts): Parts | undefined {
  const [year = 0, month = 0, day = 0] = date.map(Number);
  const [hours, minutes = "0", seconds = "0"] = time;
  let hour = Number(hours ?? 0);
  if (meridiem) hour = (hour % 12) + (meridiem.toUpperCase() === "PM" ? 12 : 0);
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || Number(minutes) > 59) {
    return undefined;
  }
  return {
    year,
    month,
    day,
    minutes: hours === undefined ? undefined : hour * HOUR_MINUTES + Number(minutes),
    seconds: Number(seconds),
    offset: zone === undefined ? undefined : offsetOf(zone),
  };
}

function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  if (!sign) return 0;
  const ahead = Number(hours) * HOUR_MINUTES + Number(minutes);
  return sign === "-" ? -ahead : ahead;
}
