import { queryOptions, useQuery } from "@tanstack/react-query";
import {
  allowsAction,
  type TableAction,
  type TableRow,
  type TableSchema,
} from "../../../server/contract/tables.ts";
import { adminCalls } from "../data/api.ts";
import { readsOf, schemasQuery } from "../data/queries.ts";
import type { FromDevice } from "../data/reads.ts";

export function orderQuery(id: number) {
  return queryOptions({
    queryKey: ["order", id],
    queryFn: ({ client }) => readsOf(client).getOrder(id),
  });
}

export const needsQuery = queryOptions({
  queryKey: ["needs"],
  queryFn: ({ client }) => readsOf(client).getNeeds(),
});

/** A row; null when no row has this id. */
export type FoundRow = { row: TableRow | null } & FromDevice;

/** One row of a table. */
export function rowQuery(table: string, id: number) {
  return queryOptions({
    queryKey: ["row", table, id],
    queryFn: async ({ client, signal }): Promise<FoundRow> => {
      const { data, readAt } = await readsOf(client).listRows(table, { id: String(id) }, signal);
      return { row: data[0] ?? null, readAt };
    },
  });
}

/** The newest rows of a table with exactly this email. */
export function rowsOfEmailQuery(table: string, email: string) {
  const search = { email__eq: email, sort: "id:desc", limit: "10" };
  return queryOptions({
    queryKey: ["rows", table, search],
    queryFn: ({ client, signal }) => readsOf(client).listRows(table, search, signal),
    enabled: email !== "",
  });
}

/** Full-text search over the tables. */
export function searchQuery(text: string) {
  return queryOptions({
    queryKey: ["search", text],
    queryFn: ({ signal }) => adminCalls.search(text, signal),
    enabled: text.trim() !== "",
  });
}

/** The loaded schemas by table name. */
export function useSchemas(): ReadonlyMap<string, TableSchema> {
  const { data = [] } = useQuery(schemasQuery);
  return new Map(data.map((schema) => [schema.name, schema]));
}

export function useActions(table: string): readonly TableAction[] {
  return useSchemas().get(table)?.actions ?? [];
}

/** The actions that a row's columns allow. The server may still refuse them. */
export function allowedActions(actions: readonly TableAction[], row: TableRow): TableAction[] {
  return actions.filter((action) => allowsAction(action, row));
}
