import { TABLES } from "../../../server/domain/tables/registry.ts";
import { schemaOf } from "../../../server/domain/tables/schema.ts";
import type { TableSchema } from "../../../server/contract/tables.ts";

/** What the admin is told of a table of the shop. */
export function schemaNamed(name: string): TableSchema {
  const table = TABLES.get(name);
  if (!table) throw new Error(`There is no table ${name}.`);
  return schemaOf(table);
}
