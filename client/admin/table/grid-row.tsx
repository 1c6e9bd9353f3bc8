import { memo, type ReactNode } from "react";
import type { TableRow, TableSchema } from "../../../server/contract/tables.ts";
import { outboxWords } from "../../content/admin-outbox.ts";
import { adminWords } from "../../content/admin.ts";
import { cellText, rowLabel, wholeText } from "../app/formats.ts";
import { GridRowActions } from "../desk/row-actions.tsx";
import type { Mark } from "../offline/pending-edits.ts";
import { isNumber, MORE_COLUMNS, SelectBox } from "./grid-head.tsx";
import { RowHistory } from "./history/row-history.tsx";

const words = adminWords.table;

const CELL = "truncate border-b border-line px-3 leading-9 outline-offset-[-3px]";
// Not inherited from the row: then each change of the row's style would restyle all its cells.
const GROUND = "bg-card group-hover:bg-paper-2 group-aria-selected:bg-teal-2";
/** Pending edits, at the left edge of a cell. */
const EDGES = {
  changed: "shadow-[inset_4px_0_var(--color-sun)]",
  added: "shadow-[inset_4px_0_var(--color-teal)]",
  deleted: "shadow-[inset_4px_0_var(--color-ink-2)]",
  needsAttention: "shadow-[inset_4px_0_var(--color-danger)]",
};
const OPERATION =
  "rounded-sheet px-2 py-1 font-semibold underline-offset-4 hover:underline outline-offset-[-2px]";

type GridRowProps = {
  schema: TableSchema;
  /** Undefined while loading. */
  row: TableRow | undefined;
  /** Pending edits of the row on this device. */
  mark: Mark | undefined;
  index: number;
  ariaIndex: number;
  topPx: number;
  names: readonly string[];
  pinned: number;
  /** First and last visible column. */
  firstColumn: number;
  lastColumn: number;
  /** Leaves out icons while all rows scroll. */
  plain: boolean;
  /** The column of the keyboard cursor, when it is in this row. */
  active: number | undefined;
  /** First and last column of the selected range in this row. */
  chosenFrom: number;
  chosenTo: number;
  selected: boolean;
  /** Editor of the active cell. */
  editor: ReactNode;
};

/** A row of the grid. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, mark, index, ariaIndex, topPx, names, selected, editor } = props;
  return (
    <div
      role="row"
      aria-rowindex={ariaIndex}
      aria-selected={selected}
      data-row={index}
      className="group absolute top-0 left-0 grid h-9 min-w-full bg-card text-xs tabular-nums hover:bg-paper-2 aria-selected:bg-teal-2 data-edited:z-5"
      data-edited={editor ? true : undefined}
      style={{
        transform: `translateY(${topPx}px)`,
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
            label={words.selectRow(rowLabel(props.schema, row))}
            checked={selected}
            tabIndex={props.active === 0 ? 0 : -1}
            data-column={0}
            data-does="select"
          />
        )}
      </div>
      {names.map((name, at) => dataCell(props, name, at))}
      <div
        role="gridcell"
        aria-colindex={names.length + 2}
        style={{ gridColumn: names.length + 2 }}
        className={`flex items-center gap-1 border-b border-line px-2 md:sticky md:right-0 md:z-1 md:border-l ${MORE_COLUMNS} ${GROUND}`}
      >
        {row && operations(props, row)}
      </div>
    </div>
  );
});

/** A cell; null outside the visible columns. A function call is cheaper than a component per cell. */
function dataCell(props: GridRowProps, name: string, at: number): ReactNode {
  const { schema, row, mark, pinned, active, editor, chosenFrom, chosenTo } = props;
  const column = at + 1;
  const isActive = active === column;
  const isPinned = at < pinned;
  const isVisible = at >= props.firstColumn && at <= props.lastColumn;
  if (!isPinned && !isActive && !isVisible) return null;
  const field = schema.properties[name];
  const text = row && field ? cellText(field, row[name]) : words.pending;
  const isEdited = isActive && editor !== null;
  const classes = [
    CELL,
    isNumber(field) && "text-right",
    isPinned && "sticky z-1 font-semibold",
    column >= chosenFrom && column <= chosenTo ? "bg-teal-2" : isPinned && GROUND,
    isEdited && "overflow-visible!",
    mark?.kind === "changed" && mark.columns.has(name) && EDGES.changed,
    mark?.kind === "deleted" && "line-through",
  ];
  return (
    <div
      key={name}
      role="gridcell"
      aria-colindex={column + 1}
      tabIndex={isActive ? 0 : -1}
      data-column={column}
      title={row && field && text.endsWith("…") ? wholeText(field, row[name]) : undefined}
      className={classes.filter(Boolean).join(" ")}
      style={{ gridColumn: column + 1, ...(isPinned && { left: `var(--left-${at})` }) }}
    >
      {isEdited ? editor : text}
    </div>
  );
}

function operations({ schema, mark, names, active, plain }: GridRowProps, row: TableRow) {
  const label = rowLabel(schema, row);
  const button = (does: "edit" | "delete", column: number) => (
    <button
      type="button"
      tabIndex={active === column ? 0 : -1}
      data-column={column}
      data-does={does}
      aria-label={words[`${does}Row`](label)}
      className={`${OPERATION} ${does === "edit" ? "text-teal" : "text-danger"}`}
    >
      {words[does]}
    </button>
  );
  return (
    <>
      {!schema.readOnly && mark?.kind !== "deleted" && (
        <>
          {button("edit", names.length + 1)}
          {button("delete", names.length + 2)}
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
