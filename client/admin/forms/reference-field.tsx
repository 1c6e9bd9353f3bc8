import type { FieldPart } from "../app/part-props.ts";
import { ReferencePicker } from "./reference-picker.tsx";

/** A form's field that holds the id of another table's row. */
export function ReferenceField({ field, value, onChange, ...rest }: FieldPart) {
  const id = value === "" || value === null ? null : Number(value);
  return (
    <ReferencePicker
      {...rest}
      table={field.reference ?? ""}
      label={field.title}
      value={id}
      onChange={onChange}
    />
  );
}
