import { useState } from "react";
import { isFieldValue } from "../../../server/contract/field-validation.ts";
import type { Operator } from "../../../server/contract/tables.ts";
import { readLocalTime } from "../../../server/contract/time.ts";
import { filterWords as words } from "../../content/admin-parts.ts";
import { wholeTimeOf } from "../ui/formats.ts";
import { lineInput } from "./controls.tsx";
import { addDays, type Day, isTyped, localDay, startOf } from "./days.ts";
import type { FieldFilter, FieldKind, FieldPart, FilterInputProps } from "./field-kind.ts";
import { DayPicker } from "./lazy-widgets.ts";
import { plainText } from "./text.tsx";

const ISO_MINUTES = 16;
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });

/** Date range in local days, including the last day. */
function TimeFilter({ id, field, get, set }: FilterInputProps) {
  const [from, before] = [get("gte"), get("lt")].map((time) => time && localDay(new Date(time)));
  return (
    <div className="flex flex-col gap-1.5">
      <FilterDay
        id={id}
        label={words.from(field.title)}
        value={from ?? ""}
        onDay={(day) => set({ gte: startOf(day) ?? "" })}
      />
      <FilterDay
        label={words.until(field.title)}
        value={before ? addDays(before, -1) : ""}
        onDay={(day) => set({ lt: (day && startOf(addDays(day, 1))) ?? "" })}
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
const describeTime: FieldFilter["describe"] = (operator, value) => {
  const time = new Date(value);
  const verb = TIME_VERBS[operator];
  if (verb === undefined) return null;
  if (Number.isNaN(time.getTime())) return { verb, value };
  const day = localDay(time);
  if (startOf(day) !== time.toISOString()) return { verb, value: time.toLocaleString() };
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

export const dateTime: FieldKind = {
  ...SHOWN,
  text: (value) => formatTime(plainText(value), wholeTimeOf),
  Input: dayInput(true),
  toTyped: (value) => formatTime(plainText(value), localMinutes),
  // Times without a zone are local.
  read: (text, field) =>
    isFieldValue(field, text) ? readLocalTime(text.trim()).toISOString() : text,
};

/** Formats a time; text that is not a time is returned unchanged. */
function formatTime(time: string, format: (time: string) => string): string {
  return Number.isNaN(Date.parse(time)) ? time : format(time);
}

function localMinutes(text: string): string {
  const time = new Date(text);
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, ISO_MINUTES);
}
