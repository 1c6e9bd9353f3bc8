import { QueryCache, QueryClient, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { MOST_ROWS_A_PAGE } from "../../../server/contract/tables.ts";
import type { ListSearch } from "./api.ts";
import type { AdminReads } from "./reads.ts";

const reading = new WeakMap<QueryClient, AdminReads>();

/**
 * What the admin has read. It holds answers of the server alone: what is typed or on its way is laid
 * over them where it is shown, so that an answer that comes late can't take it away.
 */
export function createQueryClient(
  reads: AdminReads,
  onError: (error: unknown) => void,
): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    defaultOptions: {
      queries: {
        // A store on the device answers without a connection as well.
        networkMode: "offlineFirst",
        // Each look asks again, and shows what was read before until the answer is there.
        staleTime: 0,
        retry: false,
      },
    },
  });
  reading.set(client, reads);
  return client;
}

/** How the queries of a client read. */
export function readsOf(client: QueryClient): AdminReads {
  const reads = reading.get(client);
  if (!reads) throw new Error("A query is asked outside of the admin.");
  return reads;
}

export const schemasQuery = queryOptions({
  queryKey: ["schemas"],
  queryFn: ({ client }) => readsOf(client).listSchemas(),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Query for the schema of one table that is missing from the list of schemas. */
export function schemaQuery(table: string) {
  return queryOptions({
    queryKey: ["schemas", table],
    queryFn: ({ client }) => readsOf(client).getSchema(table),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A page of a table. Until another page of the same table is there, the one before stays. */
export function rowsQuery(table: string, search: ListSearch) {
  return queryOptions({
    queryKey: ["rows", table, search],
    queryFn: ({ client, signal }) => readsOf(client).listRows(table, search, signal),
    placeholderData: (before, query) =>
      query?.queryKey[1] === table ? keepPreviousData(before) : undefined,
  });
}

/** A stretch of 500 rows, for views that scroll through a whole table. */
export function stretchQuery(table: string, search: ListSearch, stretch: number) {
  const limit = String(MOST_ROWS_A_PAGE);
  const asked = { ...search, page: String(stretch + 1), limit };
  return queryOptions({
    queryKey: ["rows", table, asked],
    queryFn: ({ client, signal }) => readsOf(client).listRows(table, asked, signal),
    staleTime: 30_000,
  });
}
