import { useState } from "react";
import { findProblem } from "../../../server/contract/field-validation.ts";
import type { Operator, TableField } from "../../../server/contract/tables.ts";
import { filterWords as words } from "../../content/admin-parts.ts";
import { INPUT, TypedInput } from "../ui/controls.tsx";
import { LAST_DAY } from "../forms/row-values.ts";
import { addDays, type Day, type FieldFilter, localDay, startOf } from "./filters.ts";

/** New filters of a field by operator. */
export type Conditions = FieldFilter["value"];

/** Props of the filter inputs of a field. */
export type FilterInputProps = {
  id: string;
  field: TableField;
  /** Returns the value of the first of these operators that is set, or "". */
  get: (...operators: Operator[]) => string;
  /** Sets the field's filters in one update; an empty value removes a filter. */
  set: (conditions: Conditions) => void;
};

export function NumberFilter({ id, field, get, set }: FilterInputProps) {
  const form = { title: field.title, properties: { field }, required: [] };
  const [least, most] = [get("eq", "gte"), get("eq", "lte")];
  const problems = [least, most].map((value) => findProblem(form, "field", value));
  const problem = problems.find(Boolean);
  return (
    <>
      <div className="flex gap-1.5">
        <TypedInput
          id={id}
          inputMode="numeric"
          placeholder={words.atLeast}
          aria-label={words.least(field.title)}
          aria-invalid={problems[0] !== undefined}
          value={least}
          onTyped={(gte) => set({ eq: "", gte })}
        />
        <TypedInput
          inputMode="numeric"
          placeholder={words.atMost}
          aria-label={words.most(field.title)}
          aria-invalid={problems[1] !== undefined}
          value={most}
          onTyped={(lte) => set({ eq: "", lte })}
        />
      </div>
      {problem && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
    </>
  );
}

/** Date range in local days, including the last day. */
export function TimeFilter({ id, field, get, set }: FilterInputProps) {
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
