import { useId } from "react";
import { consentWords } from "../../content/consent.ts";
import type { Category, Choice } from "../../lib/tracking/consent.ts";

type ChoiceBoxesProps = { boxes: Choice; gpc: boolean; onChange: (boxes: Choice) => void };

/** One box for each category; the browser's own refusal keeps marketing off. */
export function ChoiceBoxes({ boxes, gpc, onChange }: ChoiceBoxesProps) {
  const { analytics, marketing } = consentWords;
  const set = (category: Category) => (checked: boolean) =>
    onChange({ ...boxes, [category]: checked });
  return (
    <div className="mt-2 grid gap-1">
      <ChoiceBox
        name={analytics.name}
        text={analytics.text}
        checked={boxes.analytics}
        onChange={set("analytics")}
      />
      <ChoiceBox
        name={marketing.name}
        text={gpc ? marketing.gpc : marketing.text}
        checked={boxes.marketing && !gpc}
        disabled={gpc}
        onChange={set("marketing")}
      />
    </div>
  );
}

type ChoiceBoxProps = {
  name: string;
  text: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

function ChoiceBox({ name, text, checked, disabled, onChange }: ChoiceBoxProps) {
  const textId = useId();
  return (
    <label className="flex cursor-pointer gap-3 rounded-control py-1.5">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={textId}
        aria-label={name}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-6 shrink-0 accent-teal"
      />
      <span className="leading-snug">
        <span className="block font-semibold">{name}</span>
        <span id={textId} className="text-ink-2">
          {text}
        </span>
      </span>
    </label>
  );
}
