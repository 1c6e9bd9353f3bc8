import { useQueries } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import {
  MOST_ROWS_A_PAGE,
  type TableRow,
  type TableSchema,
} from "../../../server/contract/tables.ts";
import type { PendingEdits } from "../offline/pending-edits.ts";
import { usePendingEdits } from "./admin-context.ts";
import { ALL_ROWS, listSearchOf, type TableSearch, wholeSearchOf } from "../url/table-search.ts";
import { blockQuery, type RowsPage, useRows } from "./queries.ts";
import type { AsOfTime } from "../ui/as-of.tsx";
import { useSettled } from "../ui/use-settled.ts";

/** Debounce delay, so that blocks skipped by fast scrolling are not loaded. */
const SETTLE_MS = 90;

/** Random access to rows, for pagination and infinite scroll. */
export type RowSource = {
  /** Number of rows; undefined while loading. */
  count: number | undefined;
  /** Index of the first row among all matching rows. */
  offset: number;
  rowAt: (index: number) => TableRow | undefined;
  /** Call with the first and last visible index, to load missing blocks. */
  onSight: (first: number, last: number) => void;
  page: RowsPage | undefined;
  /** Age of the rows; undefined if the server has confirmed them. */
  asOf: AsOfTime | undefined;
  error: unknown;
  /** True for infinite scroll, false for pages. */
  isEndless: boolean;
  /** True while the previous page is shown as a placeholder. */
  isStale: boolean;
  retry: () => void;
};

/** Rows with pending edits applied; unsent new rows come first. */
export type EditedRowSource = RowSource & Pick<PendingEdits, "markOf">;

type Sight = { first: number; last: number };

/**
 * Returns the rows that match the search in the URL. Small tables are cached whole on this device;
 * large ones load in blocks while scrolling.
 */
export function useRowSource(table: string, search: TableSearch): RowSource {
  const isEndless = search[ALL_ROWS] === "1";
  const whole = wholeSearchOf(search);
  const listed = isEndless ? { ...whole, limit: String(MOST_ROWS_A_PAGE) } : listSearchOf(search);
  const start = useRows(table, listed, { isOpened: true, isWhole: isEndless });
  const [sight, setSight] = useState<Sight>({ first: 0, last: 0 });
  const { first, last } = useSettled(sight, SETTLE_MS);
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

/** Applies pending edits to a table's rows. */
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
