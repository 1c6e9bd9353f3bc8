import type { ComponentProps, CSSProperties } from "react";
import type { TableField, Value } from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import type { FieldPart } from "./field-row.tsx";
import { ReferencePicker } from "./reference-picker.tsx";
import { isMultiline, linesOf } from "./row-values.ts";
import { UploadField } from "./upload-field.tsx";

const words = adminWords.form;
/** Lines of a multi-line input, as the spec defines it. */
const ROWS = 4;
/** Horizontal padding and borders of an input. */
const PADDING = "1.375rem";

const LINE =
  "block w-full rounded-sheet border bg-card px-2.5 py-1.5 text-xs text-ink disabled:bg-paper-2 disabled:text-ink-2";

/** The input of a field, by its type, without its label and problem. */
export function Widget(part: FieldPart) {
  const { field, name } = part;
  if (field.reference) return <ReferenceField {...part} />;
  if (field.widget === "media" || field.widget === "file") return <UploadField {...part} />;
  if (isMultiline(name, field)) return <Lines {...part} />;
  if (field.type === "boolean") return <CheckBox {...part} />;
  if (field.type === "array") return <CheckBoxes {...part} />;
  if (field.enum) return <Choice {...part} />;
  if (["string", "integer", "number"].includes(field.type)) return <Line {...part} />;
  return <p className="text-danger">{words.unsupported(field.type)}</p>;
}

function shared({ id, invalid, describedBy, disabled, label, required }: FieldPart) {
  return {
    id,
    disabled,
    "aria-label": label,
    "aria-required": required,
    "aria-invalid": invalid || undefined,
    "aria-describedby": describedBy,
  };
}

const border = ({ invalid }: FieldPart) => (invalid ? "border-danger" : "border-ink-2");

function Line(part: FieldPart) {
  const { field, value, onChange } = part;
  return (
    <input
      {...shared(part)}
      {...inputOf(field)}
      {...widthOf(field)}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value)}
      className={`${LINE} min-h-9 ${border(part)}`}
    />
  );
}

/** Width of the field in characters, limited to the width of the form. */
function widthOf({ cols }: TableField): { style?: CSSProperties } {
  return cols === undefined ? {} : { style: { maxWidth: `calc(${cols}ch + ${PADDING})` } };
}

function inputOf({ type, format }: TableField): ComponentProps<"input"> {
  if (type === "integer") return { type: "number", step: 1, inputMode: "numeric" };
  if (type === "number") return { type: "number", step: "any", inputMode: "decimal" };
  if (format === "email") return { type: "email", autoCapitalize: "none", spellCheck: false };
  if (format === "date") return { type: "date" };
  if (format === "date-time") return { type: "datetime-local" };
  return { type: "text" };
}

/** Several lines of text; a list has one item per line. */
function Lines(part: FieldPart) {
  const { field, value, onChange } = part;
  const isList = field.type === "array";
  return (
    <textarea
      {...shared(part)}
      rows={field.rows ?? ROWS}
      cols={field.cols}
      {...widthOf(field)}
      value={Array.isArray(value) ? value.join("\n") : textOf(value)}
      onChange={({ target }) => onChange(isList ? linesOf(target.value) : target.value)}
      className={`${LINE} resize-y ${border(part)}`}
    />
  );
}

function ReferenceField({ field, value, onChange, ...rest }: FieldPart) {
  return (
    <ReferencePicker
      {...rest}
      table={field.reference ?? ""}
      label={field.title}
      value={value === "" || value === null ? null : Number(value)}
      onChange={onChange}
    />
  );
}

function CheckBox(part: FieldPart) {
  return (
    <input
      {...shared(part)}
      type="checkbox"
      checked={part.value === true}
      onChange={(event) => part.onChange(event.target.checked)}
      className="size-5 accent-teal"
    />
  );
}

function CheckBoxes(part: FieldPart) {
  const { field, value, onChange, id, disabled } = part;
  const chosen = Array.isArray(value) ? value : [];
  const toggle = (option: string, on: boolean) =>
    onChange(on ? [...chosen, option] : chosen.filter((other) => other !== option));
  return (
    <div id={id} role="group" aria-labelledby={`${id}-label`} aria-describedby={part.describedBy}>
      {(field.enum ?? []).map((option, at) => (
        <label key={option} className="flex min-h-8 items-center gap-2">
          <input
            type="checkbox"
            disabled={disabled}
            checked={chosen.includes(String(option))}
            onChange={(event) => toggle(String(option), event.target.checked)}
            className="size-4.5 accent-teal"
          />
          {field.enumNames?.[at] ?? option}
        </label>
      ))}
    </div>
  );
}

function Choice(part: FieldPart) {
  const { field, value, onChange } = part;
  return (
    <select
      {...shared(part)}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value)}
      className={`${LINE} min-h-9 ${border(part)}`}
    >
      <option value="">{words.nothing}</option>
      {(field.enum ?? []).map((option, at) => (
        <option key={option} value={option}>
          {field.enumNames?.[at] ?? option}
        </option>
      ))}
    </select>
  );
}

function textOf(value: Value): string {
  return value === null || Array.isArray(value) ? "" : String(value);
}
