import { type ClipboardEvent, type MouseEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { TableRow, TableSchema, Value } from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import { rowLabel, tableLabel } from "../app/formats.ts";
import { useRowCommands } from "../app/palette/commands.ts";
import type { EditedRowSource } from "../data/row-source.ts";
import { CellEditor, editsInPlace } from "./cell-editor.tsx";
import { type Cell, type Range, rangeBetween } from "./cells.ts";
import type { GridColumns } from "./grid-columns.ts";
import { GridHead } from "./grid-head.tsx";
import { GridRows } from "./grid-rows.tsx";
import { copyCells, type GridBlock, type Pasted, readPaste } from "./paste.ts";
import type { Sort } from "./table-search.ts";
import { type FocusHandover, useFocusHandover } from "./use-focus-handover.ts";
import { useGridKeys } from "./use-grid-keys.ts";

/** First data column, after the checkboxes. */
const FIRST_COLUMN = 1;
const NO_CELLS: Range = { top: -1, bottom: -2, left: 0, right: -1 };

type TableGridProps = {
  schema: TableSchema;
  columns: GridColumns;
  source: EditedRowSource;
  sorts: Sort[];
  selected: ReadonlySet<number>;
  onSelect: (ids: ReadonlySet<number>) => void;
  onSort: (column: string, add: boolean) => void;
  /** Opens the form of a row; `typed` was typed into one of its cells. */
  onEdit: (row: TableRow, typed?: Record<string, Value>) => void;
  /** Calls `onSure` when the deletion is confirmed. */
  onDelete: (row: TableRow, onSure: () => void) => void;
  onPaste: (pasted: Pasted) => void;
  handover: FocusHandover;
};

/** The rows of a table. Only visible rows are in the document. */
export function TableGrid(props: TableGridProps) {
  const { schema, columns, sorts, selected, onSelect, onSort, onEdit } = props;
  const { names } = columns;
  const scroller = useRef<HTMLDivElement>(null);
  const { source, editing, edit, stop } = useCellEditing(props.source);
  const { count = 0, rowAt } = source;
  const keys = useGridKeys({
    scroller,
    size: { rows: count, columns: names.length + (schema.readOnly ? 1 : 3) },
    idAt: (row) => rowAt(row)?.id,
    onOpen: open,
  });
  const { active, anchor, moveTo } = keys;
  useFocusHandover(props.handover, scroller, () => moveTo(active));
  const activeRow = rowAt(active.row);
  useRowCommands(schema.name, activeRow, activeRow && rowLabel(schema, activeRow));

  function open({ row, column }: Cell): void {
    const found = rowAt(row);
    const name = names[column - FIRST_COLUMN];
    if (!found || name === undefined || schema.readOnly) return;
    if (editsInPlace(schema, name)) edit({ row, column });
    else onEdit(found);
  }

  function onClick({ target, shiftKey }: MouseEvent): void {
    const found = cellOf(target);
    if (!found || found.cell.row < 0) return;
    const { cell, does } = found;
    const row = rowAt(cell.row);
    if (editing?.row === cell.row && editing.column === cell.column) return;
    // Moving to a row renders new elements. A dialog restores the focus to the element that has it
    // when the dialog opens, so move the focus first.
    flushSync(() => moveTo(cell, { extend: shiftKey && does === undefined }));
    if (!row) return;
    if (does === "edit") onEdit(row);
    if (does === "delete") {
      // Deleting the row removes its button; the cell position stays valid for the next row.
      props.onDelete(row, () => moveTo({ row: cell.row, column: FIRST_COLUMN }));
    }
    if (does === "select") onSelect(toggled(selected, row.id));
  }

  const editor = editing && editedCell(schema, names, editing);
  const editorAt = (index: number, row: TableRow | undefined) =>
    row && editor && editing?.row === index ? (
      <CellEditor
        {...{ schema, row, ...editor }}
        onDone={(to) => {
          stop();
          moveTo({ row: index, column: editing.column + to });
        }}
        onConflict={(typed) => {
          stop();
          onEdit(row, { [editor.name]: typed });
        }}
      />
    ) : null;
  const block = { schema, names, rowAt, range: dataRange(anchor ?? active, active, names.length) };
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={tableLabel(schema)}
      aria-rowcount={(source.page?.total ?? count) + 1}
      aria-colcount={names.length + 2}
      aria-multiselectable
      aria-busy={source.isStale || undefined}
      tabIndex={-1}
      className={`relative min-h-60 flex-1 scroll-pl-(--pinned-width) overflow-auto border-t border-line bg-card md:scroll-pr-(--operations-width) ${source.isStale ? "opacity-70" : ""}`}
      style={columns.style}
      onKeyDown={editing ? undefined : keys.onKeyDown}
      onClick={onClick}
      onDoubleClick={({ target }) => {
        const found = cellOf(target);
        if (found && !found.does && found.cell.row >= 0) open(found.cell);
      }}
      {...(!editing && block.range.left >= 0 && clipboardEvents(block, active, props.onPaste))}
    >
      <GridHead
        {...{ schema, columns, sorts, selected, onSelect, onSort }}
        ids={source.page?.data.map(({ id }) => id) ?? []}
        active={active.row === -1 ? active.column : undefined}
      />
      <GridRows
        {...{ scroller, schema, columns, source, active, selected, editorAt }}
        range={anchor ? rangeBetween(anchor, active) : NO_CELLS}
      />
      <p className="sr-only">{adminWords.table.keys}</p>
    </div>
  );
}

/**
 * The edited cell. While editing, the rows stay as they were: no row moves under the cursor, and
 * the save is compared with the values that were shown.
 */
function useCellEditing(current: EditedRowSource) {
  const [editing, setEditing] = useState<Cell & { source: EditedRowSource }>();
  // Another page has other rows, so editing ends.
  const [offset, setOffset] = useState(current.offset);
  if (offset !== current.offset) {
    setOffset(current.offset);
    setEditing(undefined);
  }
  const source = editing?.source ?? current;
  return {
    source,
    editing,
    edit: (cell: Cell) => setEditing({ ...cell, source }),
    stop: () => setEditing(undefined),
  };
}

function editedCell(schema: TableSchema, names: readonly string[], { column }: Cell) {
  const name = names[column - FIRST_COLUMN];
  const field = name === undefined ? undefined : schema.properties[name];
  return name !== undefined && field ? { name, field } : undefined;
}

/** The range between two cells, in indexes of data columns; `left` is -1 with the checkboxes. */
function dataRange(one: Cell, other: Cell, columns: number): Range {
  const { top, bottom, left, right } = rangeBetween(one, other);
  const last = Math.min(right - FIRST_COLUMN, columns - 1);
  return { top, bottom, left: left - FIRST_COLUMN, right: last };
}

function clipboardEvents(block: GridBlock, active: Cell, onPaste: (pasted: Pasted) => void) {
  return {
    onCopy(event: ClipboardEvent): void {
      event.clipboardData.setData("text/plain", copyCells(block));
      event.preventDefault();
    },
    onPaste(event: ClipboardEvent): void {
      if (active.row < 0) return;
      event.preventDefault();
      onPaste(readPaste(event.clipboardData.getData("text/plain"), block));
    },
  };
}

/** The cell of an event, and what its button does. */
function cellOf(target: EventTarget): { cell: Cell; does: string | undefined } | undefined {
  if (!(target instanceof Element)) return undefined;
  const row = target.closest<HTMLElement>("[data-row]");
  const column = target.closest<HTMLElement>("[data-column]");
  if (!row || !column) return undefined;
  const cell = { row: Number(row.dataset["row"]), column: Number(column.dataset["column"]) };
  return { cell, does: column.dataset["does"] };
}

function toggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
