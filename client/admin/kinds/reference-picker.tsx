import { ChevronsUpDown, X } from "lucide-react";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { ComboBox } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import type { TableRow } from "../../../server/contract/tables.ts";
import { referenceWords as words } from "../../content/admin-parts.ts";
import { useSchemas } from "../data/queries.ts";
import { CHOICE, FLOATING, INPUT } from "../ui/controls.tsx";
import { useSettled } from "../ui/use-settled.ts";
import { rowLabel } from "../data/row-texts.ts";
import { choiceText, idText, useChoices, useReferenceLabel } from "./references.ts";

const SEARCH_DELAY_MS = 200;

type ReferencePickerProps = {
  table: string;
  label: string;
  value: number | null;
  onChange: (id: number | null) => void;
  id: string;
  invalid?: boolean;
  describedBy?: string | undefined;
  disabled?: boolean;
};

const BUTTON =
  "inline-flex size-7 shrink-0 items-center justify-center rounded-sheet text-ink-2 hover:bg-paper-2 hover:text-ink";

const CLEAR = { slot: null, "aria-label": words.clear, className: BUTTON };

/** Combo box that selects a row of another table by searching. */
export function ReferencePicker({ table, label, value, onChange, ...field }: ReferencePickerProps) {
  const { id, invalid = false, describedBy, disabled = false } = field;
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
  return (
    <ComboBox
      aria-label={label}
      items={rows}
      value={value}
      onChange={(key) => typeof key === "number" && choose(key)}
      inputValue={typed ?? shown}
      onInputChange={(text) => text !== shown && setTyped(text)}
      onBlur={() => (typed?.trim() === "" ? choose(null) : setTyped(undefined))}
      allowsEmptyCollection
      allowsCustomValue
      menuTrigger="input"
      isDisabled={disabled}
      isInvalid={invalid}
      className="relative w-full"
    >
      <div className="relative flex items-center">
        <Input
          id={id}
          aria-describedby={describedBy}
          placeholder={words.search}
          className={`${INPUT} pr-16`}
        />
        <div className="absolute right-1 flex">
          {value !== null && !disabled && (
            <Button {...CLEAR} onPress={() => choose(null)}>
              <X aria-hidden="true" className="size-4" />
            </Button>
          )}
          <Button aria-label={words.show} className={BUTTON}>
            <ChevronsUpDown aria-hidden="true" className="size-4" />
          </Button>
        </div>
      </div>
      <Popover className={`${FLOATING} w-(--trigger-width) min-w-60 overflow-hidden`}>
        <ListBox<TableRow>
          aria-label={words.choices}
          className="max-h-72 overflow-y-auto p-1 outline-none"
          renderEmptyState={() => (
            <p className="px-2.5 py-2 text-ink-2">
              {isFetching ? words.searching : isError ? words.failed : words.nothing}
            </p>
          )}
        >
          {(row) => (
            <ListBoxItem
              id={row.id}
              textValue={schema ? choiceText(schema, row) : `#${row.id}`}
              className={`${CHOICE} data-selected:font-semibold`}
            >
              <span className="min-w-0 flex-1 truncate">{schema && rowLabel(schema, row)}</span>
              <span className="text-ink-2 tabular-nums">{idText(row.id)}</span>
            </ListBoxItem>
          )}
        </ListBox>
        {isFull && <p className="border-t border-line px-3 py-1.5 text-ink-2">{words.more}</p>}
      </Popover>
    </ComboBox>
  );
}
