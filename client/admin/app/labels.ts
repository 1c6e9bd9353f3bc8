import type { TableRow, TableSchema } from "../../../server/contract/tables.ts";

/** The title of a table, else its name in words. */
export function tableLabel({ title, name }: Pick<TableSchema, "title" | "name">): string {
  return title || name.replace(/-schema$/, "").replaceAll("_", " ");
}

/** The singular of a table's title: without its last letter. */
export function singularOf(schema: Pick<TableSchema, "title" | "name">): string {
  return tableLabel(schema).slice(0, -1);
}

export function rowLabel(schema: Pick<TableSchema, "label">, row: TableRow): string {
  const value = row[schema.label];
  return value === null || value === undefined || value === "" ? `#${row.id}` : String(value);
}
