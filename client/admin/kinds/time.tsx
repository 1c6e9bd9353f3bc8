import { useState } from "react";
import { isFieldValue } from "../../../server/contract/field-validation.ts";
import type { Operator } from "../../../server/contract/tables.ts";
import { filterWords as words } from "../../content/admin-parts.ts";
import { timesIn } from "../ui/formats.ts";
import { lineInput } from "./controls.tsx";
import { addDays, clockTime, type Day, dayIn, isTyped, startOf, timeOfClock } from "./days.ts";
import type { FieldFilter, FieldKind, FieldPart, FilterInputProps } from "./field-kind.ts";
import { DayPicker } from "./lazy-widgets.ts";
import { plainText } from "./text.tsx";

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });

/** Date range in days of the field's time zone, including the last day. */
function TimeFilter({ id, field, get, set }: FilterInputProps) {
  const { timeZone } = field;
  const [from, before] = [get("gte"), get("lt")].map(
    (time) => time && !Number.isNaN(Date.parse(time)) && dayIn(new Date(time), timeZone),
  );
  return (
    <div className="flex flex-col gap-1.5">
      <FilterDay
        id={id}
        label={words.from(field.title)}
        value={from || ""}
        onDay={(day) => set({ gte: startOf(day, timeZone) ?? "" })}
      />
      <FilterDay
        label={words.until(field.title)}
        value={before ? addDays(before, -1) : ""}
        onDay={(day) => set({ lt: (day && startOf(addDays(day, 1), timeZone)) ?? "" })}
      />
    </div>
  );
}

type FilterDayProps = { id?: string; label: string; value: Day; onDay: (day: Day) => void };

/** Day that reports only complete dates, or "" when cleared: a typed year begins as 0002 and 0020. */
function FilterDay({ value, onDay, ...control }: FilterDayProps) {
  const [draft, setDraft] = useState<Day>();
  return (
    <DayPicker
      {...control}
      hasTime={false}
      value={draft ?? value}
      onChange={(day) => {
        setDraft(day);
        if (!day.startsWith("0")) onDay(day);
      }}
      onBlur={() => setDraft(undefined)}
    />
  );
}

const TIME_VERBS: Partial<Record<Operator, string>> = {
  eq: "is",
  ne: "is not",
  gt: "after",
  gte: "from",
  lt: "before",
  lte: "until",
};

/** Formats a time condition. An exclusive end in the URL is shown as an inclusive day. */
const describeTime: FieldFilter["describe"] = (operator, value, { timeZone }) => {
  const time = new Date(value);
  const verb = TIME_VERBS[operator];
  if (verb === undefined) return null;
  if (Number.isNaN(time.getTime())) return { verb, value };
  const day = dayIn(time, timeZone);
  if (startOf(day, timeZone) !== time.toISOString()) {
    return { verb, value: timesIn(timeZone).wholeTimeOf(value) };
  }
  return operator === "lt" ? { verb: "until", value: addDays(day, -1) } : { verb, value: day };
};

/** Returns the control of days. Text that is no date stays as it is, to be corrected. */
function dayInput(hasTime: boolean) {
  return function DayInput(part: FieldPart) {
    const { value, field: _field, name: _name, row: _row, onUploading: _, ...control } = part;
    const text = value === null ? "" : plainText(value);
    const [isText] = useState(text !== "" && !isTyped(text, hasTime));
    if (isText) return <Line {...part} />;
    return <DayPicker {...control} value={text} hasTime={hasTime} />;
  };
}

const Line = lineInput({});

const SHOWN = {
  filter: { Input: TimeFilter, describe: describeTime },
  width: 176,
  isGroup: true,
} satisfies Partial<FieldKind>;

export const date: FieldKind = {
  ...SHOWN,
  text: (value) => formatTime(plainText(value), (time) => dates.format(new Date(time))),
  Input: dayInput(false),
};

/** A time that names its zone, which a date without a time never does. */
const ZONED = /T.*(?:Z|[+-]\d{2}:?\d{2})$/;

/** Time in the shop's time zone, or in the device's if the shop has not set one. */
export const dateTime: FieldKind = {
  ...SHOWN,
  text: (value, { timeZone }) => formatTime(plainText(value), timesIn(timeZone).wholeTimeOf),
  Input: dayInput(true),
  toTyped: (value, { timeZone }) =>
    formatTime(plainText(value), (time) => clockTime(new Date(time), timeZone)),
  read: (text, field) =>
    isFieldValue(field, text) ? readTime(text.trim(), field.timeZone).toISOString() : text,
};

function readTime(text: string, timeZone: string | undefined): Date {
  const iso = text.replace(" ", "T");
  if (ZONED.test(iso)) return new Date(iso);
  return timeOfClock(iso.includes("T") ? iso : `${iso}T00:00`, timeZone);
}

/** Formats a time; text that is not a time is returned unchanged. */
function formatTime(time: string, format: (time: string) => string): string {
  return Number.isNaN(Date.parse(time)) ? time : format(time);
}
