import {
  columnFilteringFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  functionalUpdate,
  type Header,
  metaHelper,
  type ReactTable,
  type Row,
  rowPaginationFeature,
  rowSelectionFeature,
  type RowSelectionState,
  rowSortingFeature,
  tableFeatures,
  type Updater,
  useTable,
} from "@tanstack/react-table";
import { type CSSProperties, type ReactNode, useMemo, useState, useSyncExternalStore } from "react";
import { onEvents } from "../../lib/events.ts";
import {
  MOST_ROWS_A_PAGE,
  PAGE_SIZE,
  type TableField,
  type TableRow,
  type TableSchema,
  type Value,
} from "../../../server/contract/tables.ts";
import {
  pageOf,
  sortingOf,
  type TablePart,
  withFilters,
  withPage,
  withSorting,
} from "../url/table-search.ts";
import type { EditedRowSource } from "../data/row-source.ts";
import {
  type ColumnSettings,
  type ColumnState,
  columnStateOf,
  withColumnState,
} from "./column-settings.ts";
import { type ColumnFilter, filterQuery, readFilters } from "./filters.ts";
import { cellText, kindOf, wholeText } from "../kinds/kinds.ts";

export const features = tableFeatures({
  columnFilteringFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  columnMeta: metaHelper<{ field: TableField }>(),
});
const helper = createColumnHelper<typeof features, TableRow>();

export type GridTable = ReactTable<typeof features, TableRow>;
export type GridHeader = Header<typeof features, TableRow, unknown>;
export type GridItem = Row<typeof features, TableRow>;

export const SELECT_PX = 40;
export const LEAST_PX = 72;
export const MOST_PX = 640;
const NARROW_PX = 150;
const LABEL_PX = 200;

/** Defines a grid column for each field of the schema. `narrow` limits widths on phones and tablets. */
export function defineColumns(schema: TableSchema, narrow: boolean) {
  return helper.columns(
    Object.entries(schema.properties).map(([name, field]) => {
      const size = Math.max(widthOf(field), name === schema.label ? LABEL_PX : 0);
      return helper.accessor((row) => row[name], {
        id: name,
        size: narrow ? Math.min(size, NARROW_PX) : size,
        enableSorting: field.sortable,
        enableColumnFilter: field.operators.length > 0 && name !== "version",
        meta: { field },
        cell: ({ getValue, row }) => cellContent(field, getValue(), row.original),
      });
    }),
  );
}

function cellContent(field: TableField, value: Value | undefined, row: TableRow): ReactNode {
  const { Cell } = kindOf(field);
  if (Cell && value !== null && value !== undefined) return <Cell {...{ field, value, row }} />;
  const text = cellText(field, value, row);
  return text.endsWith("…") ? <span title={wholeText(field, value, row)}>{text}</span> : text;
}

function widthOf(field: TableField): number {
  const { width } = kindOf(field);
  const head = 44 + field.title.length * 8;
  return Math.max(head, typeof width === "number" ? width : width(field));
}

export function headersOf(table: GridTable): readonly GridHeader[] {
  return table.getHeaderGroups()[0]?.headers ?? [];
}

/** Sets column widths as CSS variables, so that resizing does not re-render rows. */
export function gridStyle(table: GridTable, operationsPx: number): CSSProperties {
  const headers = headersOf(table);
  const widths = headers.map((header) => header.getSize());
  const style: Record<string, string> = {
    "--columns": `${[SELECT_PX, ...widths].join("px ")}px minmax(${operationsPx}px, 1fr)`,
    "--operations-width": `${operationsPx}px`,
    "--pinned-width": `${SELECT_PX + table.getStartTotalSize()}px`,
    "--row-width": `${SELECT_PX + table.getTotalSize() + operationsPx}px`,
  };
  for (const [at, { column }] of headers.entries()) {
    if (column.getIsPinned()) style[`--left-${at}`] = `${SELECT_PX + column.getStart("start")}px`;
  }
  return style;
}

/** Phones and tablets. */
const NARROW = window.matchMedia("(width < 72rem)");
const onNarrow = (listener: () => void) => onEvents(listener, [NARROW, "change"]);

/** Row source whose rows are TanStack Table rows. */
export type GridSource = Omit<EditedRowSource, "rowAt"> & {
  rowAt: (index: number) => GridItem | undefined;
};

type GridTableOptions = TablePart & {
  settings: ColumnSettings;
  onSettings: (settings: ColumnSettings) => void;
  source: EditedRowSource;
};

/**
 * TanStack Table of a screen. Filters, sorting and page are stored in the URL, column settings in
 * the browser; filtering, sorting and paging are done by the row source.
 */
export function useGridTable({ schema, search, onSearch, source, ...props }: GridTableOptions) {
  const { settings, onSettings } = props;
  const narrow = useSyncExternalStore(onNarrow, () => NARROW.matches);
  const columns = useMemo(() => defineColumns(schema, narrow), [schema, narrow]);
  const columnState = useMemo(() => columnStateOf(schema, settings), [schema, settings]);
  const listState = useMemo(() => listStateOf(schema, search), [schema, search]);
  const [rowSelection, onRowSelectionChange] = useState<RowSelectionState>({});
  const { data, onSight } = useLoadedRows(source);

  const setColumns =
    <Key extends keyof ColumnState>(key: Key) =>
    (updater: Updater<ColumnState[Key]>) => {
      // Exclude the default pin of the label, which must not be stored.
      const before = { ...columnState, columnPinning: { start: settings.pinned, end: [] } };
      const next = functionalUpdate(updater, before[key] as ColumnState[Key]);
      onSettings(withColumnState(settings, { [key]: next }));
    };
  const table = useTable({
    features,
    columns,
    data,
    defaultColumn: { minSize: LEAST_PX, maxSize: MOST_PX, filterFn: () => true },
    getRowId: ({ id }) => String(id),
    rowCount: source.page?.total ?? 0,
    manualFiltering: true,
    manualSorting: true,
    manualPagination: true,
    sortDescFirst: false,
    enableSortingRemoval: false,
    columnResizeMode: "onChange",
    // Unsent rows have no server id, so bulk changes cannot include them.
    enableRowSelection: ({ original }) => source.markOf(original.id)?.kind !== "added",
    state: { ...columnState, ...listState, rowSelection },
    onColumnOrderChange: setColumns("columnOrder"),
    onColumnVisibilityChange: setColumns("columnVisibility"),
    onColumnPinningChange: setColumns("columnPinning"),
    onColumnSizingChange: setColumns("columnSizing"),
    onRowSelectionChange,
    onColumnFiltersChange(updater) {
      const filters = functionalUpdate(updater, listState.columnFilters) as ColumnFilter[];
      onSearch(withFilters(search, filterQuery(schema, filters)));
    },
    onSortingChange: (updater) =>
      onSearch(withSorting(search, functionalUpdate(updater, listState.sorting))),
    onPaginationChange: (updater) =>
      onSearch(withPage(search, functionalUpdate(updater, listState.pagination).pageIndex + 1)),
  });
  const { rowsById } = table.getRowModel();
  const rowAt = (index: number) => rowsById[source.rowAt(index)?.id ?? ""];
  return { table, source: { ...source, onSight, rowAt } satisfies GridSource };
}

function listStateOf(schema: TablePart["schema"], search: TablePart["search"]) {
  return {
    columnFilters: readFilters(schema, search),
    sorting: sortingOf(search),
    pagination: { pageIndex: pageOf(search) - 1, pageSize: PAGE_SIZE },
  };
}

/** Returns the rows of the page, or with infinite scroll the loaded rows near the viewport. */
function useLoadedRows({ count = 0, isEndless, rowAt, onSight }: EditedRowSource) {
  const [near, setNear] = useState({ from: 0, to: MOST_ROWS_A_PAGE });
  const { from, to } = isEndless ? near : { from: 0, to: count };
  const data: TableRow[] = [];
  for (let index = from; index < Math.min(to, count); index++) {
    const row = rowAt(index);
    if (row) data.push(row);
  }
  return {
    data,
    onSight(first: number, last: number): void {
      onSight(first, last);
      const next = {
        from: Math.floor(first / MOST_ROWS_A_PAGE) * MOST_ROWS_A_PAGE,
        to: Math.ceil((last + 1) / MOST_ROWS_A_PAGE) * MOST_ROWS_A_PAGE,
      };
      setNear((before) => (before.from === next.from && before.to === next.to ? before : next));
    },
  };
}
