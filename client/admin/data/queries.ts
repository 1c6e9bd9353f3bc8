import { QueryCache, QueryClient, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { MOST_ROWS_A_PAGE } from "../../../server/contract/tables.ts";
import type { ListSearch } from "./api.ts";
import type { AdminReads } from "./reads.ts";

const reading = new WeakMap<QueryClient, AdminReads>();

/**
 * The cache of the screens. It holds only the server's answers; queued edits are applied when rows are
 * shown, so a late answer cannot remove them.
 */
export function createQueryClient(
  reads: AdminReads,
  onError: (error: unknown) => void,
): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    defaultOptions: {
      queries: {
        // Reads fall back to this device.
        networkMode: "offlineFirst",
        staleTime: 0,
        retry: false,
      },
    },
  });
  reading.set(client, reads);
  return client;
}

export function readsOf(client: QueryClient): AdminReads {
  const reads = reading.get(client);
  if (!reads) throw new Error("The query client has no reads.");
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

/** A page of a table. Keeps the previous page of the table while loading. */
export function rowsQuery(table: string, search: ListSearch) {
  return queryOptions({
    queryKey: ["rows", table, search],
    queryFn: ({ client, signal }) => readsOf(client).listRows(table, search, signal),
    placeholderData: (before, query) =>
      query?.queryKey[1] === table ? keepPreviousData(before) : undefined,
  });
}

/** A block of 500 rows, for scrolling through a whole table. */
export function stretchQuery(table: string, search: ListSearch, stretch: number) {
  const limit = String(MOST_ROWS_A_PAGE);
  const asked = { ...search, page: String(stretch + 1), limit };
  return queryOptions({
    queryKey: ["rows", table, asked],
    queryFn: ({ client, signal }) => readsOf(client).listRows(table, asked, signal),
    staleTime: 30_000,
  });
}
