import type { TableField, TableRow, TableSchema } from "../../../server/contract/tables.ts";
import { TABLES } from "../../../server/domain/tables/registry.ts";
import { schemaOf } from "../../../server/domain/tables/define-table.ts";

export function aField(changes: Partial<TableField> = {}): TableField {
  return { type: "string", title: "Field", operators: [], sortable: true, ...changes };
}

export function aSchema(
  properties: Record<string, Partial<TableField>>,
  changes: Partial<TableSchema> = {},
): TableSchema {
  const fields = Object.entries(properties).map(([name, field]) => [name, aField(field)]);
  return {
    name: "things",
    title: "Things",
    description: "",
    properties: Object.fromEntries(fields) as Record<string, TableField>,
    required: [],
    readOnly: false,
    label: "name",
    actions: [],
    ...changes,
  };
}

export function aRow(values: Omit<TableRow, "id" | "version"> = {}): TableRow {
  return { id: 7, version: 3, ...values };
}

/** Returns a table's schema as the server sends it. */
export function schemaNamed(name: string): TableSchema {
  const table = TABLES.get(name);
  if (!table) throw new Error(`There is no table ${name}.`);
  return schemaOf(table);
}
