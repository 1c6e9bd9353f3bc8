import { useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { MOST_ROWS_A_PAGE, type TableRow } from "../../../server/contract/tables.ts";
import { rowsQuery, stretchQuery } from "./queries.ts";
import type { RowsPage } from "./reads.ts";
import { ALL_ROWS, listSearchOf, type TableSearch, wholeSearchOf } from "../table/table-search.ts";

/** Blocks that a scroll only passes are not loaded. */
const SETTLE_MS = 90;

/** Rows by index, paged or scrolled. */
export type RowSource = {
  /** Number of rows; undefined until it is known. */
  count: number | undefined;
  /** Index of the first row among all matching rows. */
  offset: number;
  rowAt: (index: number) => TableRow | undefined;
  /** Reports the visible rows. */
  onSight: (first: number, last: number) => void;
  page: RowsPage | undefined;
  error: unknown;
  /** Whether all rows are scrolled through. */
  isEndless: boolean;
  /** Whether the previous page is shown. */
  isStale: boolean;
  retry: () => void;
};

const IGNORE = () => {};

/** The rows of a table for the search in the URL. */
export function useRowSource(table: string, search: TableSearch): RowSource {
  const all = search[ALL_ROWS] === "1";
  const paged = usePagedRows(table, search, !all);
  const scrolled = useScrolledRows(table, search, all);
  return all ? scrolled : paged;
}

function usePagedRows(table: string, search: TableSearch, enabled: boolean): RowSource {
  const query = useQuery({ ...rowsQuery(table, listSearchOf(search)), enabled });
  const { data: page, error, isPlaceholderData, refetch } = query;
  return {
    count: page?.data.length,
    offset: page ? (page.page - 1) * page.limit : 0,
    rowAt: (index) => page?.data[index],
    onSight: IGNORE,
    page,
    error,
    isEndless: false,
    isStale: isPlaceholderData,
    retry: () => void refetch(),
  };
}

type Sight = { first: number; last: number };

function useScrolledRows(table: string, search: TableSearch, enabled: boolean): RowSource {
  const whole = wholeSearchOf(search);
  const [sight, setSight] = useState<Sight>({ first: 0, last: 0 });
  const { first, last } = useSettled(sight);
  const wanted = [...new Set([0, stretchOf(first), stretchOf(last)])];
  const results = useQueries({
    queries: wanted.map((stretch) => ({ ...stretchQuery(table, whole, stretch), enabled })),
  });
  const known = new Map(wanted.map((stretch, at) => [stretch, results[at]?.data] as const));
  const start = results[0];
  return {
    count: start?.data?.total,
    offset: 0,
    rowAt: (index) => known.get(stretchOf(index))?.data[index % MOST_ROWS_A_PAGE],
    onSight: (first, last) =>
      setSight((before) =>
        stretchOf(before.first) === stretchOf(first) && stretchOf(before.last) === stretchOf(last)
          ? before
          : { first, last },
      ),
    page: start?.data,
    error: results.find((result) => result.error)?.error ?? null,
    isEndless: true,
    isStale: false,
    retry: () => void Promise.all(results.map((result) => result.refetch())),
  };
}

function stretchOf(index: number): number {
  return Math.floor(index / MOST_ROWS_A_PAGE);
}

/** The value after it stopped changing. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
