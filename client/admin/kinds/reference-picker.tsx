import { useState } from "react";
import { referenceWords as words } from "../../content/admin-parts.ts";
import { useSchemas } from "../data/queries.ts";
import { rowLabel } from "../data/row-texts.ts";
import { type ComboBoxControl, SearchBox } from "../ui/combo-box.tsx";
import { useSettled } from "../ui/use-settled.ts";
import { choiceText, idText, useChoices, useReferenceLabel } from "./references.ts";

const SEARCH_DELAY_MS = 200;

type ReferencePickerProps = ComboBoxControl & {
  table: string;
  value: number | null;
  onChange: (id: number | null) => void;
};

/** Combo box that selects a row of another table by searching. */
export function ReferencePicker({ table, value, onChange, ...control }: ReferencePickerProps) {
  const schema = useSchemas().get(table);
  const shown = useReferenceLabel(table, value) ?? "";
  const [typed, setTyped] = useState<string>();
  const [chosen, setChosen] = useState<string>();
  const searched = useSettled(
    typed === undefined || typed === chosen ? "" : typed,
    SEARCH_DELAY_MS,
  );
  const { rows, isFull, isFetching, isError } = useChoices(schema, searched);
  const choose = (next: number | null) => {
    const row = schema && rows.find(({ id }) => id === next);
    // Set the text immediately: a later update would count as typing and reopen the list.
    const text = row && choiceText(schema, row);
    setTyped(text);
    setChosen(text);
    if (next !== value) onChange(next);
  };
  const choices = rows.map((row) => ({
    id: row.id,
    name: schema ? rowLabel(schema, row) : "",
    detail: idText(row.id),
    text: schema ? choiceText(schema, row) : idText(row.id),
  }));
  return (
    <SearchBox
      {...control}
      {...{ choices, value }}
      // Not while the rows still match an earlier text.
      isSearched={searched !== "" && searched === typed && !isFetching}
      inputValue={typed ?? shown}
      onInputChange={(text) => text !== shown && setTyped(text)}
      onBlur={() => (typed?.trim() === "" ? choose(null) : setTyped(undefined))}
      onChoose={(key) => typeof key === "number" && choose(key)}
      onClear={value === null ? undefined : () => choose(null)}
      empty={isFetching ? words.searching : isError ? words.failed : words.nothing}
      note={isFull && words.more}
    />
  );
}
