import { findProblem, readNumber } from "../../../server/contract/field-validation.ts";
import { filterWords as words } from "../../content/admin-parts.ts";
import { TypedInput } from "../ui/controls.tsx";
import { countText } from "../ui/formats.ts";
import { lineInput } from "./controls.tsx";
import type { FieldFilter, FieldKind, FilterInputProps } from "./field-kind.ts";
import { plainText } from "./text.tsx";

const WHOLE_NUMBER = /^\d{1,15}$/;

type NumberKind = Pick<FieldKind, "toTyped" | "read" | "findFault">;

/** Returns the filter of a kind of numbers: a range, typed as in forms. */
export function rangeFilter({ toTyped, read, findFault }: NumberKind): FieldFilter {
  function RangeFilter({ id, field, row, get, set }: FilterInputProps) {
    const typedOf = (value: string) =>
      WHOLE_NUMBER.test(value) ? String(toTyped?.(Number(value), field, row) ?? value) : value;
    const valueOf = (text: string) => text && String(read?.(text, field, row) ?? text);
    const form = { title: field.title, properties: { field }, required: [] };
    const [least, most] = [get("eq", "gte"), get("eq", "lte")];
    const problems = [least, most].map((value) => {
      const number = WHOLE_NUMBER.test(value) ? Number(value) : value;
      const fault = number === "" ? undefined : findFault?.(number, field, row);
      return fault ? `${field.title} ${fault}` : findProblem(form, "field", value);
    });
    const problem = problems.find(Boolean);
    return (
      <>
        <div className="flex gap-1.5">
          <TypedInput
            id={id}
            inputMode="decimal"
            placeholder={words.atLeast}
            aria-label={words.least(field.title)}
            aria-invalid={problems[0] !== undefined}
            value={typedOf(least)}
            onTyped={(text) => set({ eq: "", gte: valueOf(text) })}
          />
          <TypedInput
            inputMode="decimal"
            placeholder={words.atMost}
            aria-label={words.most(field.title)}
            aria-invalid={problems[1] !== undefined}
            value={typedOf(most)}
            onTyped={(text) => set({ eq: "", lte: valueOf(text) })}
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
  return { Input: RangeFilter };
}

const decimals = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

// Inputs of type number change by the mouse wheel, and report unreadable text as empty.
export const integer: FieldKind = {
  text: (value) => (typeof value === "number" ? countText(value) : plainText(value)),
  Input: lineInput({ inputMode: "numeric" }),
  read: (text) => readNumber("integer", text) ?? text,
  filter: rangeFilter({}),
  width: 96,
  isNumeric: true,
};

export const number: FieldKind = {
  ...integer,
  text: (value) => (typeof value === "number" ? decimals.format(value) : plainText(value)),
  Input: lineInput({ inputMode: "decimal" }),
  read: (text) => readNumber("number", text) ?? text,
};
