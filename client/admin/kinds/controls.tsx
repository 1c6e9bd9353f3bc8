import type { ComponentProps, CSSProperties } from "react";
import type { TableField } from "../../../server/contract/tables.ts";
import type { FieldPart } from "./field-kind.ts";

/** Height of a multi-line input in lines. */
const ROWS = 4;
const PADDING = "1.375rem";

/** Attributes of the control of a field. */
export function controlOf({ id, invalid, describedBy, disabled, label, required }: FieldPart) {
  return {
    id,
    disabled,
    "aria-label": label,
    "aria-required": required,
    "aria-invalid": invalid || undefined,
    "aria-describedby": describedBy,
  };
}

/** Attributes of a control that edits a text. */
export function textControlOf(part: FieldPart, className: string) {
  const { value, invalid } = part;
  const text = value === null ? "" : Array.isArray(value) ? value.join("\n") : String(value);
  const border = invalid ? "border-danger" : "border-ink-2";
  const look =
    "block w-full rounded-sheet border bg-card px-2.5 py-1.5 text-xs text-ink disabled:bg-paper-2 disabled:text-ink-2";
  return { ...controlOf(part), value: text, className: `${look} ${className} ${border}` };
}

/** Returns a style that limits a field's width to its number of characters. */
function widthOf({ cols }: TableField): { style?: CSSProperties } {
  return cols === undefined ? {} : { style: { maxWidth: `calc(${cols}ch + ${PADDING})` } };
}

/** Returns the control of a field that is edited in one line, with these attributes. */
export function lineInput(attributes: ComponentProps<"input">) {
  return function Line(part: FieldPart) {
    return (
      <input
        {...textControlOf(part, "min-h-9")}
        type="text"
        {...attributes}
        {...widthOf(part.field)}
        onChange={({ target }) => part.onChange(target.value)}
      />
    );
  };
}

/** Multi-line input; a list has one item per line. */
export function Lines(part: FieldPart) {
  const { field, onChange } = part;
  const isList = field.type === "array";
  return (
    <textarea
      {...textControlOf(part, "resize-y")}
      dir="auto"
      rows={field.rows ?? ROWS}
      cols={field.cols}
      {...widthOf(field)}
      onChange={({ target }) => onChange(isList ? linesOf(target.value) : target.value)}
    />
  );
}

/** Splits typed text into lines. Returns no line for an empty text. */
export function linesOf(text: string): string[] {
  return text === "" ? [] : text.split("\n");
}
