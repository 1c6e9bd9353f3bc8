import type { TableField, Value } from "../../../server/contract/tables.ts";
import { filterWords } from "../../content/admin-parts.ts";
import { adminWords } from "../../content/admin.ts";
import { Tick, ToolPopover } from "../ui/controls.tsx";
import { textControlOf } from "./controls.tsx";
import type { FieldKind, FieldPart, FilterInputProps } from "./field-kind.ts";
import { plainText, TEXT_FILTER } from "./text.tsx";

/** Returns the name of an allowed value; other values unchanged. */
export function choiceName(field: TableField, value: string | number): string {
  const at = field.enum?.findIndex((each) => String(each) === String(value)) ?? -1;
  return field.enumNames?.[at] ?? String(value);
}

function Choice(part: FieldPart) {
  const { field, onChange } = part;
  return (
    <select {...textControlOf(part, "min-h-9")} onChange={({ target }) => onChange(target.value)}>
      <option value="">{adminWords.form.nothing}</option>
      {optionsOf(field, part.value).map((option) => (
        <option key={option} value={option}>
          {choiceName(field, option)}
        </option>
      ))}
    </select>
  );
}

/** Returns the allowed values, plus the stored value if it is not among them. */
function optionsOf({ enum: options = [] }: TableField, value: Value): readonly (string | number)[] {
  const isKnown = value === null || value === "" || options.map(String).includes(String(value));
  return isKnown ? options : [...options, String(value)];
}

function CheckBoxes({ id, field, value, onChange, disabled, describedBy }: FieldPart) {
  const chosen = Array.isArray(value) ? value : [];
  const toggle = (option: string, on: boolean) =>
    onChange(on ? [...chosen, option] : chosen.filter((other) => other !== option));
  return (
    <div id={id} role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy}>
      {(field.enum ?? []).map((option) => (
        <label key={option} className="flex min-h-8 items-center gap-2">
          <input
            type="checkbox"
            disabled={disabled}
            checked={chosen.includes(String(option))}
            onChange={({ target }) => toggle(String(option), target.checked)}
            className="size-4.5 accent-teal"
          />
          {choiceName(field, option)}
        </label>
      ))}
    </div>
  );
}

function ChoiceFilter({ field, get, set }: FilterInputProps) {
  const chosen = get("in", "eq").split(",").filter(Boolean);
  const choices = (field.enum ?? []).map(String);
  const toggle = (choice: string) => {
    const next = choices.filter((each) => chosen.includes(each) !== (each === choice));
    set({ eq: "", in: next.join(",") });
  };
  return (
    <ToolPopover
      title={field.title}
      className="w-full justify-between! rounded-sheet! border-ink-2! font-normal!"
      button={
        <span className="min-w-0 truncate">
          {chosen.map((choice) => choiceName(field, choice)).join(", ") || filterWords.any}
        </span>
      }
    >
      {() => (
        <ul className="max-h-72 min-w-48 overflow-y-auto p-1.5">
          {choices.map((choice) => (
            <li key={choice}>
              <Tick
                label={choiceName(field, choice)}
                checked={chosen.includes(choice)}
                onChange={() => toggle(choice)}
                className="min-h-8 rounded-sheet px-2 hover:bg-paper-2"
              />
            </li>
          ))}
        </ul>
      )}
    </ToolPopover>
  );
}

const WIDEST = 160;

export const choice: FieldKind = {
  text: (value, field) => choiceName(field, plainText(value)),
  Input: Choice,
  read: readChoice,
  filter: {
    Input: ChoiceFilter,
    text: (value, field) => choiceName(field, value),
  },
  width(field) {
    const lengths = (field.enum ?? []).map((value) => choiceName(field, value).length);
    return Math.min(24 + Math.max(0, ...lengths) * 8, WIDEST);
  },
};

/** Several of a list of values. */
export const choices: FieldKind = {
  text: plainText,
  Input: CheckBoxes,
  filter: TEXT_FILTER,
  width: 280,
  isGroup: true,
  opensForm: true,
};

/** Returns the allowed value with this text or, as a spreadsheet has it, with this name. */
function readChoice(text: string, field: TableField): string | number {
  const typed = text.trim();
  const options = field.enum ?? [];
  const names = options.map((option) => choiceName(field, option).toLowerCase());
  const stored = options.find((option) => String(option) === typed);
  return stored ?? options[names.indexOf(typed.toLowerCase())] ?? text;
}
