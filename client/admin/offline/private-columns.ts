import type { TableRow, TableSchema } from "../../../server/contract/tables.ts";

export function privateColumns({ properties }: Pick<TableSchema, "properties">): string[] {
  return Object.entries(properties).flatMap(([name, field]) => (field.private ? [name] : []));
}

/** The rows without these columns, which are absent, not null. */
export function withoutColumns(rows: readonly TableRow[], columns: readonly string[]): TableRow[] {
  const dropped = new Set(columns);
  return rows.map(
    (row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !dropped.has(name))) as TableRow,
  );
}
