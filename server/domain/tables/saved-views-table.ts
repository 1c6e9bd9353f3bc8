import { savedViews } from "../../../db/store-schema.ts";
import { type RowValues, VIEW_COLUMNS } from "../../contract/tables.ts";
import { AppError } from "../../errors.ts";
import { defineTable, type TableDefinition } from "./define-table.ts";
import { readListQuery } from "./list-query.ts";

/** The table of saved views of these tables, and of itself. */
export function defineSavedViews(others: readonly TableDefinition[]): TableDefinition {
  const views: TableDefinition = defineTable(savedViews, {
    title: "Saved views",
    description: "Saved filters, sorting and columns.",
    label: "title",
    write: {
      checks: [
        {
          columns: ["table_name", "search"],
          find: (row) => queryProblem([...others, views], row),
        },
      ],
    },
    columns: {
      table_name: {
        title: "Table",
        createOnly: true,
        enum: [...others.map(({ name }) => name), "saved_views"],
        enumNames: [...others.map(({ title }) => title), "Saved views"],
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
  return views;
}

/** The problem of a view's query, in the words of its table's list. */
function queryProblem(
  tables: readonly TableDefinition[],
  { table_name: name, search }: RowValues,
): Record<string, string> {
  const table = tables.find((each) => each.name === name);
  const sent = new URLSearchParams(typeof search === "string" ? search : "");
  sent.delete(VIEW_COLUMNS);
  const query = Object.fromEntries([...sent.keys()].map((key) => [key, sent.getAll(key)]));
  try {
    if (table) readListQuery(table, query);
    return {};
  } catch (error) {
    if (error instanceof AppError) return { search: error.message };
    throw error;
  }
}
