import {
  TABLE_GROUPS,
  type TableGroup,
  type TableRow,
  type TableSchema,
} from "../../../server/contract/tables.ts";

const QUIET_COLUMNS = new Set(["id", "version", "created_at", "updated_at"]);

/** Returns a table's title, or its name with spaces if it has no title. */
export function tableLabel({ title, name }: Pick<TableSchema, "title" | "name">): string {
  return title || name.replace(/-schema$/, "").replaceAll("_", " ");
}

/** Returns the tables with a grid; the row of a single-row table has its own screen. */
export function listedTables(schemas: readonly TableSchema[]): TableSchema[] {
  return schemas.filter(({ isSingle }) => !isSingle);
}

/** Returns the listed tables in their groups, without empty groups. */
export function groupTables(
  schemas: readonly TableSchema[],
): { name: TableGroup; tables: TableSchema[] }[] {
  const groups = Map.groupBy(listedTables(schemas), ({ group = "system" }) => group);
  return TABLE_GROUPS.flatMap((name) => {
    const tables = groups.get(name);
    return tables ? [{ name, tables }] : [];
  });
}

/** Returns the singular of a table's title by removing the final letter. */
export function singularOf(schema: Pick<TableSchema, "title" | "name">): string {
  return tableLabel(schema).slice(0, -1);
}

/** Returns the name of a row: its label column, or if that is empty its table or its id. */
export function rowLabel(
  { label, title, isSingle }: Pick<TableSchema, "label" | "title" | "isSingle">,
  row: TableRow,
): string {
  const value = String(row[label] ?? "");
  if (value !== "") return value;
  return isSingle ? title : `#${row.id}`;
}

/** Reports whether a column is row metadata (id, version, timestamps), hidden by default. */
export function isQuiet(name: string): boolean {
  return QUIET_COLUMNS.has(name);
}
