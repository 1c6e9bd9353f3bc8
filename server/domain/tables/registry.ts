import { refusals } from "../../contract/refusals.ts";
import { AppError } from "../../errors.ts";
import { catalogueTables } from "./catalogue-tables.ts";
import type { TableDefinition } from "./define-table.ts";
import { logTables } from "./log-tables.ts";
import { orderTables } from "./order-tables.ts";
import { peopleTables } from "./people-tables.ts";
import { defineSavedViews } from "./saved-views-table.ts";

const shopTables = [...catalogueTables, ...orderTables, ...peopleTables];

/** All tables of the admin, in the order of its list. */
export const TABLES: ReadonlyMap<string, TableDefinition> = new Map(
  [...shopTables, defineSavedViews([...shopTables, ...logTables]), ...logTables].map((table) => [
    table.name,
    table,
  ]),
);

/** Throws AppError `not_found` for an unknown name. */
export function getTable(name: string): TableDefinition {
  const table = TABLES.get(name);
  if (!table) throw new AppError("not_found", refusals.notFound, { reason: "unknown_table" });
  return table;
}
