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
import { type ColumnSettings, isHidden, orderedColumns } from "./column-settings.ts";

const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnResizingFeature,
});
const helper = createColumnHelper<typeof features, TableRow>();
/** Rows are virtual, so the table instance only manages columns. */
const NO_ROWS: TableRow[] = [];

export const SELECT_PX = 40;
const LEAST_PX = 72;
const MOST_PX = 640;
const NARROW_PX = 150;
const KEY_STEP_PX = 16;

/** The visible columns of a grid, pinned ones first. */
export type GridColumns = {
  names: string[];
  /** Number of pinned columns. */
  pinned: number;
  /** Widths in px. */
  widths: number[];
  /** CSS variables with all widths, so that a resize does not render the rows. */
  style: CSSProperties;
  /** Event handler that starts resizing a column. */
  resize: (name: string) => ((event: unknown) => void) | undefined;
  /** Widens or narrows a column by one step. */
  widen: (name: string, steps: -1 | 1) => void;
};

type GridColumnOptions = {
  schema: TableSchema;
  settings: ColumnSettings;
  onSettings: (settings: ColumnSettings) => void;
  /** Whether the screen is a phone's. */
  narrow: boolean;
  operationsPx: number;
};

export function useGridColumns(options: GridColumnOptions): GridColumns {
  const { schema, settings, onSettings, narrow, operationsPx } = options;
  const definitions = useMemo(
    () =>
      helper.columns(
        Object.keys(schema.properties).map((name) =>
          helper.accessor((row) => row[name], { id: name, size: widthOf(schema, name, narrow) }),
        ),
      ),
    [schema, narrow],
  );
  const names = orderedColumns(schema, settings);
  const table = useTable({
    features,
    columns: definitions,
    data: NO_ROWS,
    defaultColumn: { minSize: LEAST_PX, maxSize: MOST_PX },
    columnResizeMode: "onChange",
    state: {
      columnVisibility: Object.fromEntries(names.map((name) => [name, !isHidden(settings, name)])),
      columnOrder: names,
      columnPinning: {
        start: settings.pinned.length > 0 ? settings.pinned : [schema.label],
        end: [],
      },
      columnSizing: settings.widths,
    },
    onColumnSizingChange: (next) => {
      const widths = typeof next === "function" ? next(settings.widths) : next;
      onSettings({ ...settings, widths });
    },
  });
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const shown = headers.map(({ column }) => column);
  const pinned = shown.filter((column) => column.getIsPinned());
  const widths = shown.map((column) => column.getSize());
  const pinnedPx = pinned.reduce((sum, column) => sum + column.getSize(), 0);
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
    pinned: pinned.length,
    style: style as CSSProperties,
    resize: (name) => headers.find(({ column }) => column.id === name)?.getResizeHandler(),
    widen: (name, steps) => {
      const before = shown.find(({ id }) => id === name)?.getSize() ?? LEAST_PX;
      const width = Math.min(MOST_PX, Math.max(LEAST_PX, before + steps * KEY_STEP_PX));
      onSettings({ ...settings, widths: { ...settings.widths, [name]: width } });
    },
  };
}

function widthOf(schema: TableSchema, name: string, narrow: boolean): number {
  const field = schema.properties[name];
  const width = field ? defaultWidth(field) : LEAST_PX;
  const wide = name === schema.label ? Math.max(width, 200) : width;
  return narrow ? Math.min(wide, NARROW_PX) : wide;
}

function defaultWidth({ type, format, enum: choices, title, multiline }: TableField): number {
  const head = 44 + title.length * 8;
  if (format === "date-time") return Math.max(head, 176);
  if (format === "email") return Math.max(head, 220);
  if (type === "boolean" || type === "integer" || type === "number") return Math.max(head, 96);
  if (choices) return Math.max(head, 120);
  return Math.max(head, multiline || type === "array" ? 280 : 160);
}

/** Indexes of the first and the last column between two positions in px. */
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
