import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import {
  columnFilteringFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  type Header,
  metaHelper,
  type ReactTable,
  type Row,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/react-table";
import type { CSSProperties, ReactNode } from "react";
import type { TableField, TableRow, TableSchema } from "../../../server/contract/tables.ts";
import { cellText, wholeText } from "../data/row-texts.ts";
import { rowPath } from "../url/screen-paths.ts";
import { labelQuery } from "../forms/references.ts";
import { isTemporary } from "../offline/entry.ts";

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
const LINK = "text-teal underline-offset-4 hover:underline";

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
        cell: ({ getValue }) => cellContent(field, getValue()),
      });
    }),
  );
}

function cellContent(field: TableField, value: TableRow[string] | undefined): ReactNode {
  if (field.reference && typeof value === "number" && !isTemporary(value)) {
    return <ReferenceCell table={field.reference} id={value} />;
  }
  const text = cellText(field, value);
  return text.endsWith("…") ? <span title={wholeText(field, value)}>{text}</span> : text;
}

/** The name of a referenced row as a link; its id while loading and when the row does not exist. */
function ReferenceCell({ table, id }: { table: string; id: number }) {
  const { data: label } = useQuery(labelQuery(table, id));
  if (!label) return String(id);
  const { to, search = {} } = rowPath({ table, id });
  return (
    <Link to={to} search={search} tabIndex={-1} title={`${label} (#${id})`} className={LINK}>
      {label}
    </Link>
  );
}

/** Reports whether a column contains amounts or counts, which are right-aligned. */
export function isNumber({ type, reference }: TableField): boolean {
  return (type === "integer" || type === "number") && !reference;
}

function widthOf(field: TableField): number {
  const { format, title, multiline, type } = field;
  const head = 44 + title.length * 8;
  if (format === "date-time") return Math.max(head, 176);
  if (format === "email") return Math.max(head, 220);
  if (type === "boolean" || isNumber(field)) return Math.max(head, 96);
  if (field.enum) {
    const lengths = (field.enumNames ?? field.enum).map((name) => String(name).length);
    return Math.max(head, Math.min(24 + Math.max(...lengths) * 8, 160));
  }
  return Math.max(head, multiline || type === "array" ? 280 : 160);
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
