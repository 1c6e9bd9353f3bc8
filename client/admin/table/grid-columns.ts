import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { type CSSProperties, useMemo } from "react";
import type { TableField, TableRow, TableSchema } from "../../../server/contract/tables.ts";
import type { ColumnView } from "./column-view.ts";
import { isHidden, orderedColumns } from "./column-settings.ts";

const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnResizingFeature,
});
const helper = createColumnHelper<typeof features, TableRow>();
/** Rows come by their number, as many as are in sight: the table keeps the columns alone. */
const NO_ROWS: TableRow[] = [];

export const SELECT_PX = 40;
const LEAST_PX = 72;
const MOST_PX = 640;
const NARROW_PX = 150;
/** What a press of a key adds to a width, or takes from it. */
const STEP_PX = 16;

export type Columns = {
  /** The data columns that are shown, those that stay in sight first. */
  names: string[];
  /** How many of them stay in sight. */
  pinned: number;
  /** How wide each is, in pixels. */
  widths: number[];
  /** Custom properties that hold all widths: the rows themselves need not be drawn again. */
  style: CSSProperties;
  /** Begins to change a column's width by its edge. */
  resize: (name: string) => ((event: unknown) => void) | undefined;
  /** Makes a column wider by one step, or narrower by one. */
  widen: (name: string, steps: -1 | 1) => void;
};

type Options = {
  schema: TableSchema;
  view: ColumnView;
  onView: (view: ColumnView) => void;
  /** Whether the screen is a phone's. */
  narrow: boolean;
  /** The width of the column of operations. */
  operationsPx: number;
};

/** The columns of a table as its owner has arranged them. */
export function useColumns({ schema, view, onView, narrow, operationsPx }: Options): Columns {
  const definitions = useMemo(
    () =>
      helper.columns(
        Object.keys(schema.properties).map((name) =>
          helper.accessor((row) => row[name], { id: name, size: widthOf(schema, name, narrow) }),
        ),
      ),
    [schema, narrow],
  );
  const names = orderedColumns(schema, view);
  const table = useTable({
    features,
    columns: definitions,
    data: NO_ROWS,
    defaultColumn: { minSize: LEAST_PX, maxSize: MOST_PX },
    columnResizeMode: "onChange",
    state: {
      columnVisibility: Object.fromEntries(names.map((name) => [name, !isHidden(view, name)])),
      columnOrder: names,
      columnPinning: { start: view.pinned.length > 0 ? view.pinned : [schema.label], end: [] },
      columnSizing: view.widths,
    },
    onColumnSizingChange: (next) => {
      const widths = typeof next === "function" ? next(view.widths) : next;
      onView({ ...view, widths });
    },
  });
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const shown = headers.map(({ column }) => column);
  const widths = shown.map((column) => column.getSize());
  const pinnedPx = shown.reduce(
    (sum, column) => sum + (column.getIsPinned() ? column.getSize() : 0),
    0,
  );
  const style: Record<string, string> = {
    "--columns": `${[SELECT_PX, ...widths].join("px ")}px minmax(${operationsPx}px, 1fr)`,
    "--operations-width": `${operationsPx}px`,
    "--pinned-width": `${SELECT_PX + pinnedPx}px`,
    "--row-width": `${SELECT_PX + table.getTotalSize() + operationsPx}px`,
  };
  for (const [at, column] of shown.entries()) {
    if (column.getIsPinned()) style[`--left-${at}`] = `${SELECT_PX + column.getStart("start")}px`;
  }
  return {
    names: shown.map(({ id }) => id),
    widths,
    pinned: shown.filter((column) => column.getIsPinned()).length,
    style: style as CSSProperties,
    resize: (name) => headers.find(({ column }) => column.id === name)?.getResizeHandler(),
    widen: (name, steps) => {
      const width = (shown.find(({ id }) => id === name)?.getSize() ?? LEAST_PX) + steps * STEP_PX;
      const bounded = Math.min(MOST_PX, Math.max(LEAST_PX, width));
      onView({ ...view, widths: { ...view.widths, [name]: bounded } });
    },
  };
}

function widthOf(schema: TableSchema, name: string, narrow: boolean): number {
  const field = schema.properties[name];
  const width = field ? plainWidth(field) : LEAST_PX;
  const wide = name === schema.label ? Math.max(width, 200) : width;
  return narrow ? Math.min(wide, NARROW_PX) : wide;
}

function plainWidth({ type, format, enum: options, title, multiline }: TableField): number {
  const head = 44 + title.length * 8;
  if (format === "date-time") return Math.max(head, 176);
  if (format === "email") return Math.max(head, 220);
  if (type === "boolean" || type === "integer" || type === "number") return Math.max(head, 96);
  if (options) return Math.max(head, 120);
  return Math.max(head, multiline || type === "array" ? 280 : 160);
}

/** The columns that lie between two edges: the first and the last of them. */
export function columnsBetween(widths: readonly number[], from: number, to: number) {
  let left = SELECT_PX;
  let first = widths.length;
  let last = -1;
  for (const [at, width] of widths.entries()) {
    if (left + width > from && left < to) {
      first = Math.min(first, at);
      last = at;
    }
    left += width;
  }
  return { first, last };
}
