import { filterWords as words } from "../../content/admin-parts.ts";
import { TypedInput } from "../ui/controls.tsx";
import { lineInput, Lines } from "./controls.tsx";
import type { FieldFilter, FieldKind, Filled, FilterInputProps } from "./field-kind.ts";

function TextFilter({ id, get, set }: FilterInputProps) {
  return (
    <TypedInput
      id={id}
      placeholder={words.contains}
      value={get("contains")}
      onTyped={(contains) => set({ contains })}
    />
  );
}

export const TEXT_FILTER: FieldFilter = { Input: TextFilter };

export function plainText(value: Filled): string {
  return Array.isArray(value) ? value.join(", ") : String(value);
}

const SHOWN = { text: plainText, filter: TEXT_FILTER } as const;

export const text: FieldKind = { ...SHOWN, Input: lineInput({}), width: 160 };

export const email: FieldKind = {
  ...SHOWN,
  Input: lineInput({ type: "email", autoCapitalize: "none", spellCheck: false }),
  width: 220,
};

export const lines: FieldKind = { ...SHOWN, Input: Lines, width: 280 };
