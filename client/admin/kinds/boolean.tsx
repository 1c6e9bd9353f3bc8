import type { ComponentProps } from "react";
import { filterWords as words } from "../../content/admin-parts.ts";
import { adminWords } from "../../content/admin.ts";
import { INPUT } from "../ui/controls.tsx";
import { controlOf } from "./controls.tsx";
import type { FieldKind, FieldPart, FilterInputProps } from "./field-kind.ts";

function CheckBox(part: FieldPart) {
  return (
    <input
      {...controlOf(part)}
      type="checkbox"
      checked={part.value === true}
      onChange={({ target }) => part.onChange(target.checked)}
      className="size-5 accent-teal"
    />
  );
}

function BooleanFilter({ id, get, set }: FilterInputProps) {
  const input = { id, value: get("eq"), onValue: (eq: string) => set({ eq }) };
  return <TrueOrFalse {...input} names={[words.yes, words.no]} className={INPUT} />;
}

type TrueOrFalseProps = Omit<ComponentProps<"select">, "onChange"> & {
  names: readonly [isTrue: string, isFalse: string];
  onValue: (value: string) => void;
};

/** Select with two values, "true" and "false", or any. */
export function TrueOrFalse({ names, onValue, ...rest }: TrueOrFalseProps) {
  return (
    <select {...rest} onChange={({ target }) => onValue(target.value)}>
      <option value="">{words.any}</option>
      <option value="true">{names[0]}</option>
      <option value="false">{names[1]}</option>
    </select>
  );
}

export const boolean: FieldKind = {
  text: (value) => (value === true ? adminWords.table.yes : adminWords.table.no),
  Input: CheckBox,
  read(text) {
    const word = text.trim().toLowerCase();
    return word === "true" || word === "false" ? word === "true" : text;
  },
  filter: { Input: BooleanFilter, text: (value) => (value === "true" ? words.yes : words.no) },
  width: 96,
};
