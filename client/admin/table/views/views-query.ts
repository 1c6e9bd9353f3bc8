import { queryOptions } from "@tanstack/react-query";
import { MOST_ROWS_A_PAGE } from "../../../../server/contract/tables.ts";
import type { ListSearch } from "../../data/api.ts";
import { readsOf } from "../../data/queries.ts";
import { VIEWS_TABLE } from "./saved-view.ts";

/** The saved views of one table, of all tables without one. */
export function viewsQuery(table?: string) {
  const search: ListSearch = {
    limit: String(MOST_ROWS_A_PAGE),
    ...(table !== undefined && { table_name__eq: table }),
  };
  return queryOptions({
    queryKey: ["rows", VIEWS_TABLE, search],
    queryFn: ({ client, signal }) => readsOf(client).listRows(VIEWS_TABLE, search, signal),
    staleTime: 30_000,
  });
}
