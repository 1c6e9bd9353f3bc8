import { useState } from "react";
import { isCurrency } from "../../../server/contract/known-codes.ts";
import { referenceWords as words } from "../../content/admin-parts.ts";
import { type ComboBoxControl, SearchBox } from "../ui/combo-box.tsx";
import { type CodeList, countries, currencies, languages, matchCodes, timeZones } from "./codes.ts";
import type { FieldKind, FieldPart, FilterInputProps } from "./field-kind.ts";
import { plainText } from "./text.tsx";

type CodePickerProps = ComboBoxControl & {
  codes: CodeList;
  /** A code, or other text. */
  value: string;
  onChoose: (code: string) => void;
  /** Reports what is typed. */
  onText?: (text: string) => void;
};

/** Combo box that searches a code by its names. Text that is no code stays, to be corrected. */
function CodePicker({ codes, value, onChoose, onText, ...control }: CodePickerProps) {
  const [typed, setTyped] = useState<string>();
  const [isFocused, setFocused] = useState(false);
  const code = codes.read(value);
  const shown = code === undefined ? value : codes.nameOf(code);
  const choose = (chosen: string) => {
    setTyped(undefined);
    onChoose(chosen);
  };
  return (
    <SearchBox
      {...control}
      // A form can have several long lists.
      choices={isFocused ? matchCodes(codes.list(), typed ?? "") : []}
      value={code ?? null}
      inputValue={typed ?? shown}
      onInputChange={(text) => {
        if (text === (typed ?? shown)) return;
        setTyped(text);
        onText?.(text);
      }}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        setTyped(undefined);
        const read = typed?.trim() === "" ? "" : codes.read(typed ?? "");
        if (read !== undefined) choose(read);
      }}
      onChoose={(key) => choose(String(key))}
      onClear={value === "" ? undefined : () => choose("")}
      empty={words.nothing}
    />
  );
}

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
