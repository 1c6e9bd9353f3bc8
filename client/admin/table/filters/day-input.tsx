import { useState } from "react";
import { INPUT } from "../../app/inputs.tsx";
import { type Day, isWholeDay } from "./days.ts";

type DayInputProps = { id?: string; label: string; value: Day; onDay: (day: Day) => void };

/**
 * Date input that reports complete days, or "" when it is cleared. While a person types a year, the
 * browser already reports dates such as 0002, 0020 and 0202.
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
        // An incomplete date is also "".
        const isCleared = target.value === "" && !target.validity.badInput;
        if (isCleared || isWholeDay(target.value)) onDay(target.value);
      }}
      onBlur={() => setDraft(undefined)}
      className={`${INPUT} px-1.5!`}
    />
  );
}
