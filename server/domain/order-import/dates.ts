import { DAY_ORDERS, type DayOrder } from "../../contract/order-import.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contract/time.ts";

const ISO =
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:[T ]+(?<hours>\d{1,2}):(?<minutes>\d{2})(?::(?<seconds>\d{2})(?:\.\d+)?)?)?\s*(?<offset>UTC|GMT|Z|[+-]\d{2}:?\d{2})?$/i;
/** As spreadsheets rewrite dates: 3/4/2025 15:06, 4.3.2025 or 3/4/2025 3:06 PM. */
const WRITTEN =
  /^(?<first>\d{1,2})(?<separator>[/.-])(?<second>\d{1,2})\k<separator>(?<year>\d{4})(?:[,\s]+(?<hours>\d{1,2}):(?<minutes>\d{2})(?::(?<seconds>\d{2}))?\s*(?<meridiem>[AP]M)?)?\s*(?<offset>UTC|GMT|Z|[+-]\d{2}:?\d{2})?$/i;

export type DateRules = { dayOrder?: DayOrder | undefined; zone: string };

/**
 * Returns the order of day and month that a written date proves: one of them is above 12, or the
 * separator is a dot. "any" if both orders are possible, undefined for other texts.
 */
export function findDayOrder(text: string): DayOrder | "any" | undefined {
  const { first, separator, second } = WRITTEN.exec(text)?.groups ?? {};
  if (first === undefined) return undefined;
  if (separator === "." || Number(first) > 12) return "dmy";
  if (Number(second) > 12) return "mdy";
  return Number(first) === Number(second) ? undefined : "any";
}

/** Whether a text is a date without the offset of its time. */
export function lacksOffset(text: string): boolean {
  if (groupsOf(text)?.["offset"] !== undefined) return false;
  return DAY_ORDERS.some((dayOrder) => readDate(text, { dayOrder, zone: "UTC" }) !== undefined);
}

/**
 * Returns the time of a date in milliseconds, or undefined for a text that is no date. A date without
 * an offset is in `zone`; without a time, it is noon there.
 */
export function readDate(text: string, { dayOrder, zone }: DateRules): number | undefined {
  const groups = groupsOf(text);
  if (!groups) return undefined;
  const { first, separator, second, meridiem, offset } = groups;
  const order = separator === "." ? "dmy" : dayOrder;
  if (!order && first !== second) return undefined;
  const [ofDay, ofMonth] = order === "mdy" ? [second, first] : [first, second];
  const { year, month = ofMonth, day = ofDay, hours = "12", minutes = "0", seconds = "0" } = groups;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) {
    return undefined;
  }
  const isAfternoon = meridiem?.toUpperCase() === "PM";
  const hour = meridiem ? (Number(hours) % 12) + (isAfternoon ? 12 : 0) : Number(hours);
  if (hour > 23 || Number(minutes) > 59) return undefined;
  const sinceMidnight = hour * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * 1000;
  const local = date.getTime() + sinceMidnight;
  return local - (offset === undefined ? offsetAt(zone, local) : offsetOf(offset));
}

function groupsOf(text: string): Record<string, string | undefined> | undefined {
  return (ISO.exec(text) ?? WRITTEN.exec(text))?.groups;
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

/** Milliseconds that an offset such as +0200 is ahead of UTC; 0 for a name of UTC. */
function offsetOf(text: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(text) ?? [];
  if (!sign) return 0;
  const ahead = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
  return sign === "-" ? -ahead : ahead;
}
