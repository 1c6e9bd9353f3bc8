import { isCurrency } from "../../../server/contract/known-codes.ts";
import { type CodeList, countries, currencies, languages, timeZones } from "./codes.ts";
import type { FieldKind, FieldPart, FilterInputProps } from "./field-kind.ts";
import { CodePicker } from "./lazy-widgets.ts";
import { plainText } from "./text.tsx";

/** Returns the kind of fields that store a code. */
function codeKind(codes: CodeList, shown: Pick<FieldKind, "width" | "text">): FieldKind {
  function CodeInput({ value, onChange, field, label = field.title, ...part }: FieldPart) {
    const { id, invalid, describedBy, disabled, required } = part;
    return (
      <CodePicker
        {...{ codes, id, label, invalid, describedBy, disabled, required }}
        value={value === null ? "" : plainText(value)}
        onChoose={onChange}
        onText={onChange}
      />
    );
  }
  function CodeFilter({ id, field, get, set }: FilterInputProps) {
    return (
      <CodePicker
        {...{ codes, id }}
        label={field.title}
        value={get("eq", "contains")}
        onChoose={(eq) => set({ eq, contains: "" })}
      />
    );
  }
  return {
    ...shown,
    Input: CodeInput,
    read: (text) => codes.read(text) ?? text.trim(),
    filter: { Input: CodeFilter, text: codes.nameOf },
  };
}

const named =
  ({ nameOf }: CodeList): FieldKind["text"] =>
  (value) =>
    nameOf(plainText(value));

export const country = codeKind(countries, { text: named(countries), width: 160 });
export const language = codeKind(languages, { text: named(languages), width: 140 });
export const timeZone = codeKind(timeZones, { text: named(timeZones), width: 180 });
/** A cell shows the code of a currency. */
export const currency = codeKind(currencies, {
  text(value) {
    const code = plainText(value);
    return isCurrency(code) ? currencies.detailOf(code) : code;
  },
  width: 96,
});
