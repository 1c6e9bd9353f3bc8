import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo } from "react";
import {
  MOST_ROWS_A_PAGE,
  type TablePage,
  type TableRow,
  type TableSchema,
} from "../../../server/contract/tables.ts";
import { listRows, type LocalTable, LOG_TABLE, syncTable } from "./local-table.ts";
import { adminCalls } from "./api.ts";
import type { ListSearch } from "../url/table-search.ts";
import { type Stored, useStored } from "./use-stored.tsx";

export type RowsPage = TablePage & { sequence: number };

type QueryMeta = {
  /** Whether the result is also stored on this device. */
  isStored?: boolean;
  /** Tables whose changes affect the result; "any" if it joins many. Others do not refetch it. */
  tables?: readonly string[] | "any";
};

declare module "@tanstack/react-query" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- extends the library's type
  interface Register {
    queryMeta: QueryMeta;
  }
}

/** Query option for a result of these tables that is also stored on this device. */
export function storedOf(tables: NonNullable<QueryMeta["tables"]>) {
  return { meta: { isStored: true, tables } };
}

const TABLE_STALE_MS = 30_000;

export const schemasQuery = queryOptions({
  queryKey: ["schemas"],
  queryFn: adminCalls.listSchemas,
  staleTime: Number.POSITIVE_INFINITY,
  // Schemas contain the shop's time zone.
  ...storedOf(["settings"]),
});

/** Query for one table's schema, used if the list of schemas lacks it. */
export function schemaQuery(table: string) {
  return queryOptions({
    queryKey: ["schemas", table],
    queryFn: () => adminCalls.getSchema(table),
    staleTime: Number.POSITIVE_INFINITY,
    ...storedOf([]),
  });
}

/** A whole table; null when it is too large for this device. The live feed keeps it current. */
export function tableQuery(table: string) {
  return queryOptions({
    queryKey: ["table", table],
    queryFn: ({ client, queryKey }) =>
      syncTable(table, client.getQueryData<LocalTable>(queryKey), adminCalls),
    staleTime: TABLE_STALE_MS,
    gcTime: Number.POSITIVE_INFINITY,
    ...storedOf([table]),
  });
}

/** Query for a page of rows from the server. Keeps the previous page while loading. */
export function rowsQuery(table: string, search: ListSearch) {
  return queryOptions({
    queryKey: ["rows", table, search],
    queryFn: ({ signal }) => adminCalls.listRows(table, search, signal),
    placeholderData: (before: RowsPage | undefined, query) =>
      query?.queryKey[1] === table ? keepPreviousData(before) : undefined,
    ...storedOf(table === LOG_TABLE ? "any" : [table]),
  });
}

type RowsOptions = {
  enabled?: boolean;
  /** Fetches the whole table if it is small enough to store on this device. */
  isOpened?: boolean;
  /** Returns all rows in one page if the whole table is on this device. */
  isWhole?: boolean;
};

/**
 * Rows of a table: listed on this device when it has the whole table, else a page from the server.
 */
export function useRows(
  table: string,
  search: ListSearch,
  { enabled = true, isOpened = false, isWhole = false }: RowsOptions = {},
): Stored<RowsPage> {
  const query = tableQuery(table);
  // Also use a table that is already in memory; the enabled query keeps it current.
  const isKnown = useQueryClient().getQueryData(query.queryKey) !== undefined;
  const whole = useStored({ ...query, enabled: enabled && (isOpened || isKnown) });
  const schema = useSchemas().get(table);
  const key = JSON.stringify(search);
  const local = useMemo(
    () => listLocally(schema, whole.data, { search: JSON.parse(key) as ListSearch, isWhole }),
    [schema, whole.data, key, isWhole],
  );
  const isPaged = enabled && !local && !(isOpened && whole.isPending);
  const paged = useStored({ ...rowsQuery(table, search), enabled: isPaged });
  return local ? { ...whole, data: local } : paged;
}

/** Reads a page of rows once: from the whole table in memory, else from the server. */
export async function readRows(
  client: QueryClient,
  table: string,
  search: ListSearch,
): Promise<RowsPage> {
  const schemas = client.getQueryData(schemasQuery.queryKey) ?? [];
  const schema = schemas.find(({ name }) => name === table);
  const whole = client.getQueryData(tableQuery(table).queryKey);
  return listLocally(schema, whole, { search }) ?? adminCalls.listRows(table, search);
}

function listLocally(
  schema: TableSchema | undefined,
  whole: LocalTable | undefined,
  { search, isWhole = false }: { search: ListSearch; isWhole?: boolean },
): RowsPage | undefined {
  if (!schema || !whole) return undefined;
  const absent = new Set(whole.absent);
  const page = listRows({ schema, rows: whole.rows, search, absent, isWhole });
  return page && { ...page, sequence: whole.sequence };
}

/** The loaded schemas by table name. */
export function useSchemas(): ReadonlyMap<string, TableSchema> {
  const { data } = useQuery(schemasQuery);
  return useMemo(() => new Map(data?.map((schema) => [schema.name, schema])), [data]);
}

/**
 * Writes the server's version of a row to the cache; undefined removes the row. Cancels running
 * reads, whose results may be older than the write.
 */
export function putInCache(
  client: QueryClient,
  table: string,
  { id, row }: { id: number; row: TableRow | undefined },
): void {
  for (const queryKey of [
    ["rows", table],
    ["table", table],
  ]) {
    void client.cancelQueries({ queryKey }, { revert: false });
  }
  const replace = (other: TableRow) => (other.id === id ? (row ?? []) : other);
  client.setQueriesData<RowsPage>({ queryKey: ["rows", table] }, (page) =>
    page?.data.some((other) => other.id === id)
      ? { ...page, data: page.data.flatMap(replace) }
      : page,
  );
  client.setQueryData<LocalTable>(["table", table], (whole) => {
    if (!whole) return whole;
    const others = whole.rows.filter((other) => other.id !== id);
    return { ...whole, rows: row ? [...others, row] : others };
  });
}

/** Invalidates all rows; visible ones are refetched. */
export function reloadRows(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [kind] }) => kind === "rows" || kind === "table",
  });
}

/** A block of 500 rows, for scrolling through a large table. */
export function blockQuery(table: string, search: ListSearch, block: number) {
  const limit = String(MOST_ROWS_A_PAGE);
  return { ...rowsQuery(table, { ...search, page: String(block + 1), limit }), staleTime: 30_000 };
}
