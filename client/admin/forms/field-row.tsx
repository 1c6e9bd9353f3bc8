import { type ComponentProps, type CSSProperties, useId } from "react";
import type { TableField } from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import { ReferencePicker } from "./reference-picker.tsx";
import {
  type FieldPart,
  fieldLabel,
  isMultiline,
  isUpload,
  LAST_DAY,
  linesOf,
} from "./row-values.ts";
import { UploadField } from "./upload-field.tsx";

const words = adminWords.form;
/** Height of a multi-line input in lines. */
const ROWS = 4;
const PADDING = "1.375rem";

type FieldRowProps = Pick<
  FieldPart,
  "name" | "field" | "value" | "onChange" | "disabled" | "onUploading"
> & { required: boolean; problem: string | undefined };

/** Form field with label, hints and error. */
export function FieldRow({ problem, ...part }: FieldRowProps) {
  const { name, field, required } = part;
  const id = useId();
  const isList = field.type === "array";
  const hints = [
    field.description,
    isUpload(name) && words.uploadNote,
    isList && isMultiline(name, field) && words.oneALine,
  ].filter(Boolean);
  const hintId = hints.length > 0 && `${id}-hint`;
  const problemId = problem && `${id}-problem`;
  const isGroup = isList && !isMultiline(name, field);
  const Label = isGroup ? "span" : "label";
  return (
    <div data-field={name}>
      <Label
        id={`${id}-label`}
        {...(!isGroup && { htmlFor: id })}
        data-required={required || undefined}
        className="mb-1 block font-semibold data-required:after:text-danger data-required:after:content-['_*']"
      >
        {fieldLabel(name, field)}
      </Label>
      <Widget
        {...part}
        id={id}
        invalid={problem !== undefined}
        describedBy={[problemId, hintId].filter(Boolean).join(" ") || undefined}
      />
      {problemId && (
        <p id={problemId} className="mt-1 font-semibold text-danger">
          {problem}
        </p>
      )}
      {hintId && (
        <p id={hintId} className="mt-1 text-ink-2">
          {hints.join(" ")}
        </p>
      )}
    </div>
  );
}

/** Input for a field's type, without label and error. */
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

function textInput(part: FieldPart, className: string) {
  const { value, invalid } = part;
  const text = value === null ? "" : Array.isArray(value) ? value.join("\n") : String(value);
  const border = invalid ? "border-danger" : "border-ink-2";
  const look =
    "block w-full rounded-sheet border bg-card px-2.5 py-1.5 text-xs text-ink disabled:bg-paper-2 disabled:text-ink-2";
  return { ...shared(part), value: text, className: `${look} ${className} ${border}` };
}

/** Returns a style that limits a field's width to its number of characters. */
function widthOf({ cols }: TableField): { style?: CSSProperties } {
  return cols === undefined ? {} : { style: { maxWidth: `calc(${cols}ch + ${PADDING})` } };
}

function Line(part: FieldPart) {
  return (
    <input
      {...textInput(part, "min-h-9")}
      {...inputOf(part.field)}
      {...widthOf(part.field)}
      onChange={({ target }) => part.onChange(target.value)}
    />
  );
}

function inputOf({ type, format }: TableField): ComponentProps<"input"> {
  // Inputs of type number change by the mouse wheel, and report unreadable text as empty.
  if (type === "integer") return { type: "text", inputMode: "numeric" };
  if (type === "number") return { type: "text", inputMode: "decimal" };
  if (format === "email") return { type: "email", autoCapitalize: "none", spellCheck: false };
  if (format === "date") return { type: "date", max: LAST_DAY };
  return format === "date-time"
    ? { type: "datetime-local", max: `${LAST_DAY}T23:59` }
    : { type: "text" };
}

/** Multi-line input; an array field has one item per line. */
function Lines(part: FieldPart) {
  const { field, onChange } = part;
  const isList = field.type === "array";
  return (
    <textarea
      {...textInput(part, "resize-y")}
      dir="auto"
      rows={field.rows ?? ROWS}
      cols={field.cols}
      {...widthOf(field)}
      onChange={({ target }) => onChange(isList ? linesOf(target.value) : target.value)}
    />
  );
}

function ReferenceField({ field, value, ...rest }: FieldPart) {
  return (
    <ReferencePicker
      {...rest}
      table={field.reference ?? ""}
      label={field.title}
      value={value === "" || value === null ? null : Number(value)}
    />
  );
}

function CheckBox(part: FieldPart) {
  return (
    <input
      {...shared(part)}
      type="checkbox"
      checked={part.value === true}
      onChange={({ target }) => part.onChange(target.checked)}
      className="size-5 accent-teal"
    />
  );
}

function CheckBoxes({ id, field, value, onChange, disabled, describedBy }: FieldPart) {
  const chosen = Array.isArray(value) ? value : [];
  const toggle = (option: string, on: boolean) =>
    onChange(on ? [...chosen, option] : chosen.filter((other) => other !== option));
  return (
    <div id={id} role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy}>
      {(field.enum ?? []).map((option, at) => (
        <label key={option} className="flex min-h-8 items-center gap-2">
          <input
            type="checkbox"
            disabled={disabled}
            checked={chosen.includes(String(option))}
            onChange={({ target }) => toggle(String(option), target.checked)}
            className="size-4.5 accent-teal"
          />
          {field.enumNames?.[at] ?? option}
        </label>
      ))}
    </div>
  );
}

function Choice(part: FieldPart) {
  const { field, onChange } = part;
  return (
    <select {...textInput(part, "min-h-9")} onChange={({ target }) => onChange(target.value)}>
      <option value="">{words.nothing}</option>
      {(field.enum ?? []).map((option, at) => (
        <option key={option} value={option}>
          {field.enumNames?.[at] ?? option}
        </option>
      ))}
    </select>
  );
}
