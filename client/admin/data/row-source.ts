import { useQueries } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import {
  MOST_ROWS_A_PAGE,
  type TableRow,
  type TableSchema,
} from "../../../server/contract/tables.ts";
import type { PendingEdits } from "../offline/pending-edits.ts";
import { usePendingEdits } from "../app/admin-context.ts";
import { ALL_ROWS, listSearchOf, type TableSearch, wholeSearchOf } from "../table/table-search.ts";
import { blockQuery, type RowsPage, useRows } from "./queries.ts";
import type { AsOfTime } from "./use-stored.tsx";

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
  /** Set while the server has not confirmed the rows. */
  asOf: AsOfTime | undefined;
  error: unknown;
  /** Whether all rows are scrolled through. */
  isEndless: boolean;
  /** Whether the previous page is shown. */
  isStale: boolean;
  retry: () => void;
};

/** Rows with queued edits; unsent new rows come first. */
export type EditedRowSource = RowSource & Pick<PendingEdits, "markOf">;

type Sight = { first: number; last: number };

/**
 * Rows of a table for the search in the URL. A small table is cached whole on this device; a large
 * one loads in blocks while scrolling.
 */
export function useRowSource(table: string, search: TableSearch): RowSource {
  const isEndless = search[ALL_ROWS] === "1";
  const whole = wholeSearchOf(search);
  const listed = isEndless ? { ...whole, limit: String(MOST_ROWS_A_PAGE) } : listSearchOf(search);
  const start = useRows(table, listed, { isOpened: true, isWhole: isEndless });
  const [sight, setSight] = useState<Sight>({ first: 0, last: 0 });
  const { first, last } = useSettled(sight);
  const page = start.data;
  const hasMore = isEndless && page !== undefined && page.total > page.data.length;
  const wanted = hasMore ? [...new Set([blockOf(first), blockOf(last)])].filter(Boolean) : [];
  const blocks = useQueries({ queries: wanted.map((block) => blockQuery(table, whole, block)) });
  const known = new Map(wanted.map((block, at) => [block, blocks[at]?.data] as const));
  const rowAt = (index: number) =>
    page?.data[index] ?? known.get(blockOf(index))?.data[index % MOST_ROWS_A_PAGE];
  return {
    count: isEndless ? page?.total : page?.data.length,
    offset: page && !isEndless ? (page.page - 1) * page.limit : 0,
    rowAt,
    onSight: (first, last) =>
      setSight((before) =>
        blockOf(before.first) === blockOf(first) && blockOf(before.last) === blockOf(last)
          ? before
          : { first, last },
      ),
    page,
    asOf: start.asOf,
    error: start.error ?? blocks.find(({ error }) => error)?.error ?? null,
    isEndless,
    isStale: start.isPlaceholderData,
    retry: () => {
      start.refetch();
      for (const { refetch } of blocks) void refetch();
    },
  };
}

function blockOf(index: number): number {
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

/** Applies the queued edits to a table's rows. */
export function useRowsWithEdits(schema: TableSchema, source: RowSource): EditedRowSource {
  const { added, withEdits, markOf } = usePendingEdits(schema.name);
  return useMemo(() => {
    const empty = Object.fromEntries(Object.keys(schema.properties).map((name) => [name, null]));
    const above = source.offset === 0 ? added.map((row) => ({ ...empty, ...row })) : [];
    const { count, page, rowAt, onSight } = source;
    return {
      ...source,
      markOf,
      count: count === undefined ? undefined : count + above.length,
      page: page && { ...page, total: page.total + added.length },
      rowAt: (index) => {
        const row = rowAt(index - above.length);
        return above[index] ?? (row && withEdits(row));
      },
      onSight: (first, last) =>
        onSight(Math.max(first - above.length, 0), Math.max(last - above.length, 0)),
    };
  }, [schema, source, added, withEdits, markOf]);
}
