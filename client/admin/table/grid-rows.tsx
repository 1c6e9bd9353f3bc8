import { useVirtualizer } from "@tanstack/react-virtual";
import { Pencil, Trash2 } from "lucide-react";
import { memo, type ReactNode, type RefObject, useEffect, useLayoutEffect, useState } from "react";
import type { TableRow, TableSchema } from "../../../server/contract/tables.ts";
import { outboxWords } from "../../content/admin-outbox.ts";
import { adminWords } from "../../content/admin.ts";
import { rowLabel } from "../data/row-texts.ts";
import { GridRowActions } from "../actions/row-actions.tsx";
import type { Mark } from "../offline/pending-edits.ts";
import { type GridHeader, type GridItem, type GridSource, SELECT_PX } from "./grid-table.tsx";
import { kindOf } from "../kinds/kinds.ts";
import { MORE_COLUMNS, SelectBox } from "./grid-head.tsx";
import { type Cell, type Range, ROW_PX } from "./grid-keys.ts";
import { RowHistory } from "./history.tsx";

const words = adminWords.table;
const OVERSCAN_ROWS = 8;
const OVERSCAN_COLUMNS = 2;

const CELL = "truncate border-b border-line px-3 leading-9 outline-offset-[-3px]";
// Set per cell: if inherited from the row, each row style change would restyle all its cells.
const GROUND = "bg-card group-hover:bg-paper-2 group-aria-selected:bg-teal-2";
const EDGES = {
  changed: "shadow-[inset_4px_0_var(--color-sun)]",
  added: "shadow-[inset_4px_0_var(--color-teal)]",
  deleted: "shadow-[inset_4px_0_var(--color-ink-2)]",
  needsAttention: "shadow-[inset_4px_0_var(--color-danger)]",
};
const OPERATION =
  "inline-flex size-8 shrink-0 items-center justify-center rounded-sheet text-ink-2 hover:bg-paper-2 outline-offset-[-2px]";

type GridRowsProps = {
  scroller: RefObject<HTMLDivElement | null>;
  schema: TableSchema;
  headers: readonly GridHeader[];
  pinned: number;
  source: GridSource;
  active: Cell;
  range: Range;
  editedRow: number | undefined;
  editor: ReactNode;
};

/** Virtualized rows. A separate component, so that scrolling re-renders only the rows. */
export function GridRows(props: GridRowsProps) {
  const { scroller, schema, headers, pinned, source, active, range } = props;
  const { count = 0, offset, rowAt, onSight, isEndless } = source;
  // Render twice: the scroll element is mounted only after the first render.
  const [, renderAgain] = useState(false);
  useLayoutEffect(() => renderAgain(true), []);
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
    // Height of the sticky header above the rows.
    scrollMargin: ROW_PX,
    useFlushSync: false,
  });
  const columns = useVisibleColumns(scroller, headers);
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onSight(first, last), [onSight, first, last]);

  // Recycle the elements of rows that left the viewport. While scrolling, keep the DOM order stable
  // to avoid moving elements.
  const screenPx = virtualizer.scrollRect?.height ?? 0;
  const elements = Math.ceil(screenPx / ROW_PX) + 2 * OVERSCAN_ROWS + 2;
  const shown = items.map(({ index }) => index).filter((index) => index !== active.row);
  if (virtualizer.isScrolling) shown.sort((a, b) => (a % elements) - (b % elements));
  // Keep the active row mounted at a fixed DOM position: moving an element drops its focus.
  if (active.row >= 0 && active.row < count) shown.unshift(active.row);
  return (
    <div
      role="rowgroup"
      className="relative"
      style={{ height: count * ROW_PX, width: "var(--row-width)", minWidth: "100%" }}
    >
      {shown.map((index) => {
        const item = rowAt(index);
        const inRange = index >= range.top && index <= range.bottom;
        const isActive = active.row === index;
        return (
          <GridRow
            key={isActive ? "active" : index % elements}
            {...{ schema, headers, pinned, item, index, ...columns }}
            mark={item && source.markOf(item.original.id)}
            ariaIndex={offset + index + 2}
            plain={isEndless && !isActive}
            active={isActive ? active.column : undefined}
            chosenFrom={inRange ? range.left : 0}
            chosenTo={inRange ? range.right : -1}
            selected={item?.getIsSelected() ?? false}
            editor={props.editedRow === index ? props.editor : null}
          />
        );
      })}
    </div>
  );
}

/**
 * Returns the first and last visible column index. Sets `data-more` on the scroll element while
 * columns are hidden behind the row operations.
 */
function useVisibleColumns(
  scroller: RefObject<HTMLDivElement | null>,
  headers: readonly GridHeader[],
) {
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: headers.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => headers[index]?.getSize() ?? 0,
    paddingStart: SELECT_PX,
    overscan: OVERSCAN_COLUMNS,
    useFlushSync: false,
  });
  const widths = headers.map((header) => header.getSize()).join(" ");
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, widths]);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const mark = () =>
      box.toggleAttribute("data-more", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
    mark();
    const observer = new ResizeObserver(mark);
    observer.observe(box);
    box.addEventListener("scroll", mark, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", mark);
    };
  }, [scroller, widths]);
  const items = virtualizer.getVirtualItems();
  return { firstColumn: items[0]?.index ?? 0, lastColumn: items.at(-1)?.index ?? -1 };
}

type GridRowProps = {
  schema: TableSchema;
  headers: readonly GridHeader[];
  pinned: number;
  item: GridItem | undefined;
  mark: Mark | undefined;
  index: number;
  ariaIndex: number;
  firstColumn: number;
  lastColumn: number;
  plain: boolean;
  active: number | undefined;
  chosenFrom: number;
  chosenTo: number;
  selected: boolean;
  editor: ReactNode;
};

/** Grid row. Compares `item.original`, because the table creates new items for unchanged rows. */
const GridRow = memo(Row, (before, after) =>
  (Object.keys(after) as (keyof GridRowProps)[]).every((name) =>
    name === "item" ? before.item?.original === after.item?.original : before[name] === after[name],
  ),
);

function Row(props: GridRowProps) {
  const { schema, headers, item, mark, index, selected, editor } = props;
  const row = item?.original;
  return (
    <div
      role="row"
      aria-rowindex={props.ariaIndex}
      aria-selected={selected}
      data-row={index}
      className="group absolute top-0 left-0 grid h-9 min-w-full bg-card text-xs tabular-nums hover:bg-paper-2 aria-selected:bg-teal-2 data-edited:z-5"
      data-edited={editor ? true : undefined}
      style={{
        transform: `translateY(${index * ROW_PX}px)`,
        gridTemplateColumns: "var(--columns)",
        width: "var(--row-width)",
      }}
    >
      <div
        role="gridcell"
        aria-colindex={1}
        title={mark && markText(mark)}
        className={`sticky left-0 z-1 flex items-center justify-center border-b border-line ${GROUND} ${mark ? EDGES[mark.needsAttention ? "needsAttention" : mark.kind] : ""}`}
      >
        {mark && <span className="sr-only">{markText(mark)}</span>}
        {row && mark?.kind !== "added" && (
          <SelectBox
            label={words.selectRow(rowLabel(schema, row))}
            checked={selected}
            tabIndex={props.active === 0 ? 0 : -1}
            data-column={0}
            data-does="select"
          />
        )}
      </div>
      {headers.map((header, at) => dataCell(props, header, at))}
      <div
        role="gridcell"
        aria-colindex={headers.length + 2}
        style={{ gridColumn: headers.length + 2 }}
        className={`flex items-center gap-1 border-b border-line px-2 md:sticky md:right-0 md:z-1 md:border-l ${MORE_COLUMNS} ${GROUND}`}
      >
        {row && operations(props, row)}
      </div>
    </div>
  );
}

/** Renders a cell; null outside the visible columns. A function is cheaper than a component. */
function dataCell(props: GridRowProps, { column }: GridHeader, at: number): ReactNode {
  const { item, mark, active, editor, chosenFrom, chosenTo } = props;
  const position = at + 1;
  const isActive = active === position;
  const isPinned = at < props.pinned;
  const isVisible = at >= props.firstColumn && at <= props.lastColumn;
  if (!isPinned && !isActive && !isVisible) return null;
  const { cell, meta } = column.columnDef;
  const context = item?.getAllCellsByColumnId()[column.id]?.getContext();
  const content = context && typeof cell === "function" ? cell(context) : words.pending;
  const isEdited = isActive && editor !== null;
  const classes = [
    CELL,
    meta && kindOf(meta.field).isNumeric && "text-right",
    isPinned && "sticky z-1 font-semibold",
    position >= chosenFrom && position <= chosenTo ? "bg-teal-2" : isPinned && GROUND,
    isEdited && "overflow-visible!",
    mark?.kind === "changed" && mark.columns.has(column.id) && EDGES.changed,
    mark?.kind === "deleted" && "line-through",
  ];
  return (
    <div
      key={column.id}
      role="gridcell"
      aria-colindex={position + 1}
      tabIndex={isActive ? 0 : -1}
      data-column={position}
      className={classes.filter(Boolean).join(" ")}
      style={{ gridColumn: position + 1, ...(isPinned && { left: `var(--left-${at})` }) }}
    >
      {isEdited ? editor : content}
    </div>
  );
}

function operations({ schema, mark, headers, active, plain }: GridRowProps, row: TableRow) {
  const label = rowLabel(schema, row);
  const button = (does: "edit" | "delete", column: number) => {
    const Icon = does === "edit" ? Pencil : Trash2;
    const name = words[`${does}Row`](label);
    return (
      <button
        type="button"
        tabIndex={active === column ? 0 : -1}
        data-column={column}
        data-does={does}
        aria-label={name}
        title={name}
        className={`${OPERATION} ${does === "edit" ? "hover:text-teal" : "hover:text-danger"}`}
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
    );
  };
  return (
    <>
      {!schema.readOnly && mark?.kind !== "deleted" && (
        <>
          {button("edit", headers.length + 1)}
          {button("delete", headers.length + 2)}
        </>
      )}
      {!plain && mark?.kind !== "added" && (
        <>
          <RowHistory schema={schema} row={row} />
          <GridRowActions schema={schema} row={row} />
        </>
      )}
    </>
  );
}

function markText({ kind, needsAttention }: Mark): string {
  if (needsAttention) return outboxWords.needsAttention;
  return kind === "changed" ? outboxWords.waiting : outboxWords[kind];
}
