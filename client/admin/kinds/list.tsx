import { X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from "react";
import { listWords as words } from "../../content/admin-parts.ts";
import { isComposing } from "../../lib/composing.ts";
import { INPUT } from "../ui/controls.tsx";
import { controlOf, Lines, linesOf } from "./controls.tsx";
import type { FieldKind, FieldPart, Filled } from "./field-kind.ts";
import { plainText, TEXT_FILTER } from "./text.tsx";

const CHIP = "inline-flex max-w-full items-center rounded-full bg-paper-2 text-ink";

function ListCell({ value }: { value: Filled }) {
  const items = Array.isArray(value) ? value : [plainText(value)];
  return (
    <span className="flex h-full items-center gap-1" title={items.join("\n")}>
      {items.map((item, at) => (
        // Items may repeat.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={at} className={`${CHIP} shrink-0 px-2 leading-6`}>
          {item}
        </span>
      ))}
    </span>
  );
}

/** Items as chips and an input that adds to them, or as lines of text. */
function ListInput(part: FieldPart) {
  const [isText, setText] = useState(false);
  return (
    <div>
      {isText ? <Lines {...part} /> : <Chips {...part} />}
      {!part.disabled && (
        <button type="button" className="link mt-1" onClick={() => setText(!isText)}>
          {isText ? words.asChips : words.asText}
        </button>
      )}
    </div>
  );
}

function Chips(part: FieldPart) {
  const { value, onChange, disabled } = part;
  const items = Array.isArray(value) ? value.filter((item) => item.trim() !== "") : [];
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const remove = (at: number) => {
    onChange(items.filter((_, other) => other !== at));
    input.current?.focus();
  };
  const add = (text: string) => {
    const added = linesOf(text).flatMap((line) => line.trim() || []);
    setTyped("");
    if (added.length > 0) onChange([...items, ...added]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Backspace" && typed === "") return onChange(items.slice(0, -1));
    if (event.key !== "Enter" || typed.trim() === "") return;
    event.preventDefault();
    event.stopPropagation();
    add(typed);
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    if (!text.includes("\n")) return;
    event.preventDefault();
    add(`${typed}${text}`);
  };
  return (
    <>
      {items.length > 0 && (
        <ul className="mb-1.5 flex flex-wrap gap-1">
          {items.map((item, at) => (
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} className={`${CHIP} pl-2.5`}>
              <span className="min-w-0 py-1 wrap-anywhere">{item}</span>
              <button
                type="button"
                disabled={disabled}
                aria-label={words.remove(item)}
                onClick={() => remove(at)}
                className="inline-flex size-7 shrink-0 items-center justify-center rounded-full text-ink-2 hover:text-ink"
              >
                <X aria-hidden="true" className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        {...controlOf(part)}
        ref={input}
        type="text"
        dir="auto"
        value={typed}
        placeholder={words.add}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => add(typed)}
        {...{ onKeyDown, onPaste }}
        className={INPUT}
      />
    </>
  );
}

/** Texts in an order. */
export const list: FieldKind = {
  text: plainText,
  Cell: ListCell,
  Input: ListInput,
  filter: TEXT_FILTER,
  width: 280,
  opensForm: true,
};
