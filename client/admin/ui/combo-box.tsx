import { ChevronsUpDown, X } from "lucide-react";
import { type ReactNode, use } from "react";
import { Button } from "react-aria-components/Button";
import { ComboBox, type ComboBoxProps, ComboBoxStateContext } from "react-aria-components/ComboBox";
import { Input, type InputProps } from "react-aria-components/Input";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { referenceWords as words } from "../../content/admin-parts.ts";
import { isComposing } from "../../lib/composing.ts";
import { CHOICE, FLOATING, INPUT } from "./controls.tsx";

type Key = string | number;

/** A choice of a combo box. */
export type Choice = {
  id: Key;
  name: string;
  /** Shown after the name, such as its code. */
  detail: string;
  /** Text of the input once chosen. */
  text: string;
};

/** Attributes of the control of a combo box. */
export type ComboBoxControl = {
  id: string;
  label: string;
  invalid?: boolean;
  describedBy?: string | undefined;
  disabled?: boolean;
  required?: boolean | undefined;
};

type SearchBoxProps = ComboBoxControl &
  Required<Pick<ComboBoxProps<Choice>, "inputValue" | "onInputChange" | "onBlur">> &
  Pick<ComboBoxProps<Choice>, "onFocus"> & {
    /** The choices that match the typed text. */
    choices: readonly Choice[];
    /** Whether the choices match typed text, so that Enter chooses the first one. */
    isSearched: boolean;
    value: Key | null;
    onChoose: (key: Key) => void;
    /** Empties the control; without it, there is nothing to empty. */
    onClear?: (() => void) | undefined;
    /** Shown if there are no choices. */
    empty: string;
    /** Shown below the choices. */
    note?: ReactNode;
  };

const BUTTON =
  "inline-flex size-7 shrink-0 items-center justify-center rounded-sheet text-ink-2 hover:bg-paper-2 hover:text-ink";
const CLEAR = { slot: null, "aria-label": words.clear, className: BUTTON };

/** Combo box of choices that typed text searches. The text may also be none of them. */
export function SearchBox({ choices, value, onChoose, onClear, ...props }: SearchBoxProps) {
  const { id, label, invalid = false, describedBy, disabled = false, required } = props;
  const { inputValue, onInputChange, onFocus, onBlur, isSearched, empty, note } = props;
  return (
    <ComboBox
      aria-label={label}
      items={choices}
      value={value}
      onChange={(key) => key !== null && onChoose(key)}
      {...{ inputValue, onInputChange, onBlur, ...(onFocus && { onFocus }) }}
      allowsEmptyCollection
      allowsCustomValue
      menuTrigger="input"
      isDisabled={disabled}
      isInvalid={invalid}
      className="relative w-full"
    >
      <div className="relative flex items-center">
        <SearchInput
          id={id}
          takesFirst={isSearched}
          aria-describedby={describedBy}
          aria-required={required}
          placeholder={words.search}
          className={`${INPUT} pr-16`}
        />
        <div className="absolute right-1 flex">
          {onClear && !disabled && (
            <Button {...CLEAR} onPress={onClear}>
              <X aria-hidden="true" className="size-4" />
            </Button>
          )}
          <Button aria-label={words.show} className={BUTTON}>
            <ChevronsUpDown aria-hidden="true" className="size-4" />
          </Button>
        </div>
      </div>
      <Popover className={`${FLOATING} w-(--trigger-width) min-w-60 overflow-hidden`}>
        <ListBox<Choice>
          aria-label={words.choices}
          className="max-h-72 overflow-y-auto p-1 outline-none"
          renderEmptyState={() => <p className="px-2.5 py-2 text-ink-2">{empty}</p>}
        >
          {({ id, name, detail, text }) => (
            <ListBoxItem
              id={id}
              textValue={text}
              className={`${CHOICE} data-selected:font-semibold`}
            >
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="text-ink-2 tabular-nums">{detail}</span>
            </ListBoxItem>
          )}
        </ListBox>
        {note && <p className="border-t border-line px-3 py-1.5 text-ink-2">{note}</p>}
      </Popover>
    </ComboBox>
  );
}

type SearchInputProps = InputProps & { takesFirst: boolean };

/** Input of a combo box. With `takesFirst`, Enter chooses the first choice if none is focused. */
function SearchInput({ takesFirst, ...input }: SearchInputProps) {
  const state = use(ComboBoxStateContext);
  const focusFirst = () => {
    if (!takesFirst || !state?.isOpen) return;
    const { collection, selectionManager } = state;
    selectionManager.setFocusedKey(selectionManager.focusedKey ?? collection.getFirstKey());
  };
  return (
    <Input
      {...input}
      // Before the combo box handles Enter, which chooses the focused choice.
      onKeyDownCapture={(event) => {
        if (event.key === "Enter" && !isComposing(event.nativeEvent)) focusFirst();
      }}
    />
  );
}
