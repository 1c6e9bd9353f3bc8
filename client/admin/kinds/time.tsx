import { useState } from "react";
import { isFieldValue } from "../../../server/contract/field-validation.ts";
import type { Operator } from "../../../server/contract/tables.ts";
import { readLocalTime } from "../../../server/contract/time.ts";
import { filterWords as words } from "../../content/admin-parts.ts";
import { INPUT } from "../ui/controls.tsx";
import { wholeTimeOf } from "../ui/formats.ts";
import { lineInput } from "./controls.tsx";
import { addDays, type Day, LAST_DAY, localDay, startOf } from "./days.ts";
import type { FieldFilter, FieldKind, FilterInputProps } from "./field-kind.ts";
import { plainText } from "./text.tsx";

const ISO_MINUTES = 16;
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });

/** Date range in local days, including the last day. */
function TimeFilter({ id, field, get, set }: FilterInputProps) {
  const [from, before] = [get("gte"), get("lt")].map((time) => time && localDay(new Date(time)));
  return (
    <div className="flex gap-1.5">
      <DayInput
        id={id}
        label={words.from(field.title)}
        value={from ?? ""}
        onDay={(day) => set({ gte: startOf(day) ?? "" })}
      />
      <DayInput
        label={words.until(field.title)}
        value={before ? addDays(before, -1) : ""}
        onDay={(day) => set({ lt: (day && startOf(addDays(day, 1))) ?? "" })}
      />
    </div>
  );
}

type DayInputProps = { id?: string; label: string; value: Day; onDay: (day: Day) => void };

/**
 * Date input that reports only complete dates, or "" when cleared. While a year is typed, browsers
 * report partial years such as 0002, 0020 and 0202.
 */
function DayInput({ id, label, value, onDay }: DayInputProps) {
  const [draft, setDraft] = useState<Day>();
  return (
    <input
      id={id}
      type="date"
      max={LAST_DAY}
      aria-label={label}
      value={draft ?? value}
      onChange={({ target }) => {
        setDraft(target.value);
        // The value is also "" while a date is incomplete.
        const isCleared = target.value === "" && !target.validity.badInput;
        const isComplete = !target.value.startsWith("0") && startOf(target.value) !== undefined;
        if (isCleared || isComplete) onDay(target.value);
      }}
      onBlur={() => setDraft(undefined)}
      className={`${INPUT} px-1.5!`}
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

const SHOWN = {
  filter: { Input: TimeFilter, describe: describeTime },
  width: 176,
} satisfies Partial<FieldKind>;

export const date: FieldKind = {
  ...SHOWN,
  text: (value) => formatTime(plainText(value), (time) => dates.format(new Date(time))),
  Input: lineInput({ type: "date", max: LAST_DAY }),
};

export const dateTime: FieldKind = {
  ...SHOWN,
  text: (value) => formatTime(plainText(value), wholeTimeOf),
  Input: lineInput({ type: "datetime-local", max: `${LAST_DAY}T23:59` }),
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
