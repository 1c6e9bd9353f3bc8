import type { TableField, Value } from "../../../../server/contract/tables.ts";
import { filterWords } from "../../../content/admin-parts.ts";
import { ReferencePicker } from "../fields/reference-picker.tsx";
import { nameOf } from "../filters/filters.ts";
import { INPUT } from "../inputs.tsx";

type BulkValueProps = {
  field: TableField;
  value: Value;
  onChange: (value: Value) => void;
  invalid: boolean;
  describedBy: string | undefined;
};

/** What a field holds when it is switched on: nothing, where it may hold that. */
export function firstValueOf(field: TableField): Value {
  if (field.type === "boolean") return true;
  return field.type === "array" ? [] : "";
}

/** The input of one field's value for many rows. */
export function BulkValue({ field, value, onChange, invalid, describedBy }: BulkValueProps) {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  const input = {
    "aria-label": field.title,
    "aria-invalid": invalid,
    "aria-describedby": describedBy,
    className: INPUT,
  };
  if (field.reference) {
    const id = text === "" ? null : Number(text);
    return (
      <ReferencePicker
        table={field.reference}
        label={field.title}
        value={id}
        onChange={(chosen) => onChange(chosen ?? "")}
        invalid={invalid}
        describedBy={describedBy}
      />
    );
  }
  if (field.type === "boolean") {
    return (
      <select
        {...input}
        value={String(value)}
        onChange={({ target }) => onChange(target.value === "true")}
      >
        <option value="true">{filterWords.yes}</option>
        <option value="false">{filterWords.no}</option>
      </select>
    );
  }
  if (field.enum) {
    return (
      <select {...input} value={text} onChange={({ target }) => onChange(target.value)}>
        <option value="">{filterWords.empty}</option>
        {field.enum.map((choice) => (
          <option key={choice} value={choice}>
            {nameOf(field, String(choice))}
          </option>
        ))}
      </select>
    );
  }
  if (field.type === "array" || field.multiline) {
    const lines = Array.isArray(value) ? value.join("\n") : text;
    return (
      <textarea
        {...input}
        rows={field.rows ?? 4}
        value={lines}
        onChange={({ target }) =>
          onChange(field.type === "array" ? target.value.split("\n") : target.value)
        }
      />
    );
  }
  const type = { date: "date", "date-time": "datetime-local", email: "email", url: "url" } as const;
  return (
    <input
      {...input}
      type={field.format ? type[field.format] : "text"}
      inputMode={field.type === "string" ? undefined : "numeric"}
      value={text}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
