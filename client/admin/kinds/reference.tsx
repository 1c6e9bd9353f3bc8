import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { readNumber } from "../../../server/contract/field-validation.ts";
import { outboxWords } from "../../content/admin-outbox.ts";
import { isTemporary } from "../offline/entry.ts";
import { rowPath } from "../url/screen-paths.ts";
import type { FieldKind, FieldPart, Filled, FilterInputProps } from "./field-kind.ts";
import { ReferencePicker } from "./lazy-widgets.ts";
import { labelQuery } from "./references.ts";

const LINK = "text-teal underline-offset-4 hover:underline";

function idText(value: Filled): string {
  return typeof value === "number" && isTemporary(value) ? outboxWords.unsent : String(value);
}

/** The name of a referenced row as a link; its id while loading and when the row does not exist. */
function ReferenceCell({ table, id }: { table: string; id: number }) {
  const { data: label } = useQuery(labelQuery(table, id));
  if (!label) return idText(id);
  const { to, search = {} } = rowPath({ table, id });
  return (
    <Link to={to} search={search} tabIndex={-1} title={`${label} (#${id})`} className={LINK}>
      {label}
    </Link>
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

function ReferenceFilter({ id, field, get, set }: FilterInputProps) {
  const value = get("eq");
  return (
    <ReferencePicker
      id={id}
      table={field.reference ?? ""}
      label={field.title}
      value={value === "" ? null : Number(value)}
      onChange={(chosen) => set({ eq: chosen === null ? "" : String(chosen) })}
    />
  );
}

/** Row of another table, by its id. */
export const reference: FieldKind = {
  text: idText,
  Cell: ({ field, value }) =>
    typeof value === "number" && !isTemporary(value) ? (
      <ReferenceCell table={field.reference ?? ""} id={value} />
    ) : (
      idText(value)
    ),
  Input: ReferenceField,
  read: (text) => readNumber("integer", text) ?? text,
  filter: { Input: ReferenceFilter },
  width: 160,
  opensForm: true,
};
