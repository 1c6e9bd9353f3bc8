import { useState } from "react";
import { referenceWords as words } from "../../content/admin-parts.ts";
import { type ComboBoxControl, SearchBox } from "../ui/combo-box.tsx";
import { type CodeList, matchCodes } from "./codes.ts";

type CodePickerProps = ComboBoxControl & {
  codes: CodeList;
  /** A code, or other text. */
  value: string;
  onChoose: (code: string) => void;
  /** Called with the typed text. */
  onText?: (text: string) => void;
};

/** Combo box that searches a code by its names. Text that is no code stays, to be corrected. */
export function CodePicker({ codes, value, onChoose, onText, ...control }: CodePickerProps) {
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
      isSearched={typed !== undefined && typed.trim() !== ""}
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
