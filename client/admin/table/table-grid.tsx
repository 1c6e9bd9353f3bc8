import { type ClipboardEvent, type MouseEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { TableRow, TableSchema, Value } from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import { rowLabel, tableLabel } from "../app/labels.ts";
import { useRowCommands } from "../app/palette/use-row-commands.ts";
import type { Sort } from "./table-search.ts";
import { CellEditor, editsInPlace } from "./cell-editor.tsx";
import { type Place, type Range, rangeBetween } from "./cells.ts";
import type { Columns } from "./grid-columns.ts";
import { GridHead } from "./grid-head.tsx";
import { GridRows } from "./grid-rows.tsx";
import type { EditedRowSource } from "../data/pending-source.ts";
import { type FocusHandover, useFocusHandover } from "./use-focus-handover.ts";
import { copyCells, type Pasted, readPaste } from "./paste.ts";
import { useGridKeys } from "./use-grid-keys.ts";

/** First data column, after the checkboxes. */
const FIRST_COLUMN = 1;
const NO_CELLS: Range = { top: -1, bottom: -2, left: 0, right: -1 };

type TableGridProps = {
  schema: TableSchema;
  columns: Columns;
  source: EditedRowSource;
  sorts: Sort[];
  selected: ReadonlySet<number>;
  onSelect: (ids: ReadonlySet<number>) => void;
  onSort: (column: string, add: boolean) => void;
  /** Opens the form of a row; `typed` is what was typed into one of its cells already. */
  onEdit: (row: TableRow, typed?: Record<string, Value>) => void;
  /** Calls `onSure` when the deletion is confirmed. */
  onDelete: (row: TableRow, onSure: () => void) => void;
  onPaste: (pasted: Pasted) => void;
  handover: FocusHandover;
};

/** The cell that is edited, and the rows as they were when that began. */
type Editing = Place & { among: EditedRowSource };

/** The rows of a table: only those in sight are in the document, however many there are. */
export function TableGrid(props: TableGridProps) {
  const { schema, columns, sorts, selected, onSelect, onSort, onEdit, onPaste } = props;
  const { names } = columns;
  const scroller = useRef<HTMLDivElement>(null);
  const [editing, setEditing] = useState<Editing>();
  // While a cell is edited the rows stand still: none takes the place of the one that is typed into, and
  // what is saved is compared with what its owner has seen.
  const source = editing?.among ?? props.source;
  const { count = 0, rowAt } = source;
  const keys = useGridKeys({
    scroller,
    size: { rows: count, columns: names.length + (schema.readOnly ? 1 : 3) },
    idAt: (row) => rowAt(row)?.id,
    onOpen: open,
  });
  const { active, anchor, moveTo } = keys;
  useFocusHandover(props.handover, scroller, () => moveTo(active, {}));
  const activeRow = rowAt(active.row);
  useRowCommands(schema.name, activeRow, activeRow && rowLabel(schema, activeRow));
  // Another page has other rows: none of them is being edited.
  const { offset } = props.source;
  const [editedIn, setEditedIn] = useState(offset);
  if (editedIn !== offset) {
    setEditedIn(offset);
    setEditing(undefined);
  }

  const range = anchor ? rangeBetween(anchor, active) : NO_CELLS;
  const block = { schema, range: rangeInData(), names, rowAt };

  function rangeInData(): Range {
    const { top, bottom, left, right } = anchor ? range : rangeBetween(active, active);
    return { top, bottom, left: left - 1, right: Math.min(right - 1, names.length - 1) };
  }

  function open({ row, column }: Place): void {
    const found = rowAt(row);
    const name = names[column - 1];
    if (!found || name === undefined || schema.readOnly) return;
    if (editsInPlace(schema, name)) setEditing({ row, column, among: source });
    else onEdit(found);
  }

  function onClick({ target, shiftKey }: MouseEvent): void {
    const found = placeOf(target);
    if (!found || found.place.row < 0) return;
    const { place, does } = found;
    const row = rowAt(place.row);
    // A cell that is being edited takes its own presses.
    if (editing?.row === place.row && editing.column === place.column) return;
    // Moving to a row renders new elements. A dialog restores the focus to the element that has it
    // when the dialog opens, so move the focus first.
    flushSync(() => moveTo(place, { extend: shiftKey && does === undefined }));
    if (!row) return;
    if (does === "edit") onEdit(row);
    if (does === "delete") {
      // Deleting the row removes its button; the cell position stays valid for the next row.
      props.onDelete(row, () => moveTo({ row: place.row, column: FIRST_COLUMN }, {}));
    }
    if (does === "select") onSelect(toggled(selected, row.id));
  }

  function onCopy(event: ClipboardEvent): void {
    if (editing || block.range.left < 0) return;
    event.clipboardData.setData("text/plain", copyCells(block));
    event.preventDefault();
  }

  function onPasteText(event: ClipboardEvent): void {
    if (editing || block.range.left < 0 || active.row < 0) return;
    event.preventDefault();
    onPaste(readPaste(event.clipboardData.getData("text/plain"), block));
  }

  function editorAt(index: number, row: TableRow | undefined) {
    if (!row || editing?.row !== index) return null;
    const name = names[editing.column - 1];
    const field = name === undefined ? undefined : schema.properties[name];
    if (name === undefined || !field) return null;
    return (
      <CellEditor
        schema={schema}
        row={row}
        name={name}
        field={field}
        onDone={(to) => {
          setEditing(undefined);
          moveTo({ row: index, column: editing.column + to }, {});
        }}
        onConflict={(typed) => {
          setEditing(undefined);
          onEdit(row, { [name]: typed });
        }}
      />
    );
  }

  const ids = source.page?.data.map(({ id }) => id) ?? [];
  const allSelected = ids.length > 0 && ids.every((id) => selected.has(id));
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
        const found = placeOf(target);
        if (found && !found.does && found.place.row >= 0) open(found.place);
      }}
      onCopy={onCopy}
      onPaste={onPasteText}
    >
      <GridHead
        schema={schema}
        columns={columns}
        sorts={sorts}
        active={active.row === -1 ? active.column : undefined}
        allSelected={allSelected}
        onSelectAll={(on) => onSelect(new Set(on ? ids : []))}
        onSort={onSort}
      />
      <GridRows
        scroller={scroller}
        schema={schema}
        columns={columns}
        source={source}
        active={active}
        range={range}
        selected={selected}
        editorAt={editorAt}
      />
      <p className="sr-only">{adminWords.table.keys}</p>
    </div>
  );
}

/** The cell that an event happened in, and what its control does. */
function placeOf(target: EventTarget): { place: Place; does: string | undefined } | undefined {
  if (!(target instanceof Element)) return undefined;
  const row = target.closest<HTMLElement>("[data-row]");
  const cell = target.closest<HTMLElement>("[data-column]");
  if (!row || !cell) return undefined;
  const place = { row: Number(row.dataset["row"]), column: Number(cell.dataset["column"]) };
  return { place, does: cell.dataset["does"] };
}

function toggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
