import { type ClipboardEvent, type MouseEvent, type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { TableRow, TableSchema, Value } from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import { rowLabel, tableLabel } from "../data/row-texts.ts";
import { useRowCommands } from "../actions/commands.ts";
import { hasScreen } from "../url/screen-paths.ts";
import { CellEditor, editsInPlace } from "./cell-editor.tsx";
import { type GridSource, gridStyle, type GridTable, headersOf } from "./grid-table.tsx";
import { GridHead } from "./grid-head.tsx";
import {
  type Cell,
  type FocusHandover,
  type Range,
  rangeBetween,
  useFocusHandover,
  useGridKeys,
} from "./grid-keys.ts";
import { GridRows } from "./grid-rows.tsx";
import { copyCells, type GridBlock, type Pasted, readPaste } from "./paste.ts";

const FIRST_COLUMN = 1;
const NO_CELLS: Range = { top: -1, bottom: -2, left: 0, right: -1 };
const ICON_PX = 36;
/** Space to the left and right of the icons. */
const MARGIN_PX = 13;
const LEAST_OPERATIONS_PX = 104;

type TableGridProps = {
  schema: TableSchema;
  table: GridTable;
  source: GridSource;
  /** Opens the row form; `typed` contains input from inline editing. */
  /** Opens the form of a row, at the field of a cell if one was opened. */
  onEdit: (row: TableRow, at?: { field: string; typed?: Record<string, Value> }) => void;
  onDelete: (row: TableRow, onSure: () => void) => void;
  onPaste: (pasted: Pasted) => void;
  handover: FocusHandover;
};

/** Virtualized data grid: only visible rows are in the DOM. */
export function TableGrid(props: TableGridProps) {
  const { schema, table } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const headers = headersOf(table);
  const { source, cursor, editing, events } = useGridEvents(props, scroller);
  const { active, anchor } = cursor;
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={tableLabel(schema)}
      aria-rowcount={(source.page?.total ?? source.count ?? 0) + 1}
      aria-colcount={headers.length + 2}
      aria-multiselectable
      aria-busy={source.isStale || undefined}
      tabIndex={-1}
      className={`relative min-h-60 flex-1 scroll-pl-(--pinned-width) overflow-auto border-t border-line bg-card md:scroll-pr-(--operations-width) ${source.isStale ? "opacity-70" : ""}`}
      style={gridStyle(table, operationsWidth(schema))}
      {...events}
    >
      <GridHead table={table} active={active.row === -1 ? active.column : undefined} />
      <GridRows
        {...{ scroller, schema, headers, source, active }}
        pinned={table.getStartVisibleLeafColumns().length}
        range={anchor ? rangeBetween(anchor, active) : NO_CELLS}
        editedRow={editing?.row}
        editor={editing && editorOf(props, cursor, editing)}
      />
      <p className="sr-only">{adminWords.table.keys}</p>
    </div>
  );
}

/** Combines cursor, inline editing and clipboard of a grid into its event handlers. */
function useGridEvents(props: TableGridProps, scroller: RefObject<HTMLDivElement | null>) {
  const { schema, table, onEdit, onDelete, onPaste } = props;
  const { source, editing, edit } = useCellEditing(props.source);
  const { count = 0, rowAt } = source;
  const names = headersOf(table).map(({ column }) => column.id);
  const originalAt = (index: number) => rowAt(index)?.original;
  const cursor = useGridKeys({
    scroller,
    size: { rows: count, columns: names.length + (schema.readOnly ? 1 : 3) },
    idAt: (row) => originalAt(row)?.id,
    onOpen: open,
  });
  const { active, anchor, moveTo } = cursor;
  useFocusHandover(props.handover, scroller, () => moveTo(active));
  const row = originalAt(active.row);
  useRowCommands(schema.name, row, row && rowLabel(schema, row));

  function open(cell: Cell): void {
    const found = originalAt(cell.row);
    const name = names[cell.column - FIRST_COLUMN];
    if (!found || name === undefined || schema.readOnly) return;
    if (editsInPlace(schema, name)) edit(cell);
    else onEdit(found, { field: name });
  }

  function onClick({ target, shiftKey }: MouseEvent): void {
    const found = cellOf(target);
    if (!found || found.cell.row < 0) return;
    const { cell, does } = found;
    if (editing?.row === cell.row && editing.column === cell.column) return;
    const item = rowAt(cell.row);
    // Move the focus synchronously: a dialog opened below restores focus to the element focused
    // now, and moving the cursor can replace that element.
    flushSync(() => moveTo(cell, { extend: shiftKey && does === undefined }));
    if (!item) return;
    if (does === "edit") onEdit(item.original);
    if (does === "delete") {
      // The row's button is removed, too, so focus the first cell of the row that follows.
      onDelete(item.original, () => moveTo({ row: cell.row, column: FIRST_COLUMN }));
    }
    if (does === "select") item.toggleSelected();
  }

  function onDoubleClick({ target }: MouseEvent): void {
    const found = cellOf(target);
    if (found && !found.does && found.cell.row >= 0) open(found.cell);
  }

  const range = dataRange(anchor ?? active, active, names.length);
  const block = { schema, names, range, rowAt: originalAt };
  const keyEvents = !editing && {
    onKeyDown: cursor.onKeyDown,
    ...(range.left >= 0 && clipboardEvents(block, active, onPaste)),
  };
  const events = { onClick, onDoubleClick, ...keyEvents };
  return { source, cursor, editing, events };
}

/** Returns the editor of a cell; null if its row or column no longer exists. */
function editorOf(
  { schema, table, onEdit }: TableGridProps,
  { moveTo }: ReturnType<typeof useGridKeys>,
  { row, column, source, stop }: Editing,
) {
  const edited = source.rowAt(row)?.original;
  const name = headersOf(table)[column - FIRST_COLUMN]?.column.id ?? "";
  const field = schema.properties[name];
  if (!edited || !field) return null;
  const onDone = (step: number) => {
    stop();
    moveTo({ row, column: column + step });
  };
  const onConflict = (typed: Value) => {
    stop();
    onEdit(edited, { field: name, typed: { [name]: typed } });
  };
  return <CellEditor {...{ schema, row: edited, name, field, onDone, onConflict }} />;
}

/**
 * State of inline editing. Freezes the rows while editing, so that they do not move under the
 * cursor and conflicts are detected against the values shown.
 */
function useCellEditing(current: GridSource) {
  const [cell, setCell] = useState<Cell & { source: GridSource }>();
  const [offset, setOffset] = useState(current.offset);
  if (offset !== current.offset) {
    setOffset(current.offset);
    setCell(undefined);
  }
  const source = cell?.source ?? current;
  const editing: Editing | undefined = cell && { ...cell, stop: () => setCell(undefined) };
  return { source, editing, edit: (next: Cell) => setCell({ ...next, source }) };
}

type Editing = Cell & { source: GridSource; stop: () => void };

/** Width of the column with the row operations: edit, delete, history, link and actions. */
function operationsWidth({ readOnly, name, actions }: TableSchema): number {
  const hasIcon = [!readOnly, !readOnly, true, hasScreen(name), actions.length > 0];
  return Math.max(LEAST_OPERATIONS_PX, MARGIN_PX + hasIcon.filter(Boolean).length * ICON_PX);
}

/** Returns a range as data column indexes; `left` is -1 if it includes the checkboxes. */
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

/** Returns the cell of an event target, and the operation of its button if any. */
function cellOf(target: EventTarget): { cell: Cell; does: string | undefined } | undefined {
  if (!(target instanceof Element)) return undefined;
  const row = target.closest<HTMLElement>("[data-row]");
  const column = target.closest<HTMLElement>("[data-column]");
  if (!row || !column) return undefined;
  const cell = { row: Number(row.dataset["row"]), column: Number(column.dataset["column"]) };
  return { cell, does: column.dataset["does"] };
}
