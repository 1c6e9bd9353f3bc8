import { savedViews } from "../../../db/store-schema.ts";
import { VIEW_COLUMNS } from "../../contract/tables.ts";
import { AppError } from "../../errors.ts";
import { defineTable, type TableDefinition } from "./define-table.ts";
import { readListQuery } from "./list-query.ts";

/** The table of the views that are kept of these tables, and of itself. */
export function defineSavedViews(others: readonly TableDefinition[]): TableDefinition {
  const views: TableDefinition = defineTable(savedViews, {
    title: "Saved views",
    description: "Filters, sorting and columns to come back to.",
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
        description: "Empty: all administrators have it.",
      },
      search: { title: "Query", maxLength: 4000, required: false, default: "", private: true },
    },
  });
  return views;
}

type View = Record<string, unknown>;

/** What is wrong with a view's query, as its table's list would say it. */
function queryProblem(
  tables: readonly TableDefinition[],
  { table_name: name, search }: View,
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
