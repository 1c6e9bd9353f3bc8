import { useState } from "react";
import { INPUT } from "../inputs.tsx";
import { type Day, isWholeDay } from "./days.ts";

type DayInputProps = { id?: string; label: string; value: Day; onDay: (day: Day) => void };

/**
 * A date input that reports whole days and "" when it is cleared. While a year is typed the browser's
 * value is already a date: 0002, 0020, 0202.
 */
export function DayInput({ id, label, value, onDay }: DayInputProps) {
  const [draft, setDraft] = useState<Day>();
  return (
    <input
      id={id}
      type="date"
      aria-label={label}
      value={draft ?? value}
      onChange={({ target }) => {
        setDraft(target.value);
        // A half-typed date has no value either.
        const isCleared = target.value === "" && !target.validity.badInput;
        if (isCleared || isWholeDay(target.value)) onDay(target.value);
      }}
      onBlur={() => setDraft(undefined)}
      className={`${INPUT} px-1.5!`}
    />
  );
}
