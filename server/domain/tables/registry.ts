import { savedViews } from "../../../db/store-schema.ts";
import { type RowValues, VIEW_COLUMNS } from "../../contract/tables.ts";
import { AppError, refusals } from "../../errors.ts";
import { catalogueTables } from "./catalogue-tables.ts";
import { contentTables } from "./content-tables.ts";
import { defineTable, type TableDefinition } from "./define-table.ts";
import { readListQuery } from "./list-query.ts";
import { logTables } from "./log-tables.ts";
import { orderTables } from "./order-tables.ts";
import { peopleTables } from "./people-tables.ts";
import { webhookTables } from "./webhook-tables.ts";

const shopTables = [...catalogueTables, ...orderTables, ...peopleTables, ...contentTables];
const viewedTables = [...shopTables, ...webhookTables, ...logTables];

const savedViewsTable = defineTable(savedViews, {
  title: "Saved views",
  description: "Saved filters, sorting and columns.",
  label: "title",
  write: { checks: [{ columns: ["table_name", "search"], find: findQueryProblem }] },
  columns: {
    table_name: {
      title: "Table",
      createOnly: true,
      enum: [...viewedTables.map(({ name }) => name), "saved_views"],
      enumNames: [...viewedTables.map(({ title }) => title), "Saved views"],
    },
    title: { minLength: 1, maxLength: 80 },
    user_id: {
      title: "Only for",
      reference: "users",
      description: "Empty means all administrators.",
    },
    search: { title: "Query", maxLength: 4000, required: false, default: "", private: true },
  },
});

/** All admin tables, in display order. */
export const TABLES: ReadonlyMap<string, TableDefinition> = new Map(
  [...shopTables, ...webhookTables, savedViewsTable, ...logTables].map((table) => [
    table.name,
    table,
  ]),
);

export function getTable(name: string): TableDefinition {
  const table = TABLES.get(name);
  if (!table) throw new AppError("not_found", refusals.notFound, { reason: "unknown_table" });
  return table;
}

function findQueryProblem({ table_name: name, search }: RowValues): Record<string, string> {
  const sent = new URLSearchParams(typeof search === "string" ? search : "");
  sent.delete(VIEW_COLUMNS);
  try {
    const query = Object.fromEntries([...sent.keys()].map((key) => [key, sent.getAll(key)]));
    readListQuery(getTable(String(name)), query);
    return {};
  } catch (error) {
    if (error instanceof AppError) return { search: error.message };
    throw error;
  }
}
