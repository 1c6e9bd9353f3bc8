import { useId } from "react";
import type { TableField, Value } from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import { fieldLabel, isMultiline, isUpload } from "./row-values.ts";
import { Widget } from "./widgets.tsx";

/** Props of a form field's input, below its label. */
export type FieldPart = {
  id: string;
  name: string;
  field: TableField;
  value: Value;
  onChange: (value: Value) => void;
  invalid: boolean;
  describedBy: string | undefined;
  disabled: boolean;
  autoFocus?: boolean;
  /** Accessible name when there is no label above. */
  label?: string;
  required?: boolean;
  onUploading?: ((name: string, isRunning: boolean) => void) | undefined;
};

type FieldRowProps = Pick<
  FieldPart,
  "name" | "field" | "value" | "onChange" | "disabled" | "onUploading"
> & { required: boolean; problem: string | undefined };

/** A field with its label, hints and problem. */
export function FieldRow({ name, field, required, problem, ...rest }: FieldRowProps) {
  const id = useId();
  const hints = [
    field.description,
    isUpload(name) && adminWords.form.uploadNote,
    field.type === "array" && isMultiline(name, field) && adminWords.form.oneALine,
  ].filter((hint) => typeof hint === "string");
  const hintId = hints.length > 0 ? `${id}-hint` : undefined;
  const problemId = problem && `${id}-problem`;
  const isGroup = field.type === "array" && !isMultiline(name, field);
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
        {...rest}
        id={id}
        name={name}
        field={field}
        required={required}
        invalid={problem !== undefined}
        describedBy={[problemId, hintId].filter(Boolean).join(" ") || undefined}
      />
      {problem && (
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
