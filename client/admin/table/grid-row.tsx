import { memo, type ReactNode } from "react";
import type { TableField, TableRow, TableSchema } from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import { outboxWords } from "../../content/admin-outbox.ts";
import type { Mark } from "../offline/pending-edits.ts";
import { cellText, wholeText } from "../app/formats.ts";
import { rowLabel } from "../app/labels.ts";
import { GridRowActions } from "../desk/row-actions.tsx";
import { RowHistory } from "./history/row-history.tsx";
import { MORE_COLUMNS } from "./grid-head.tsx";
import { SelectBox } from "./select-box.tsx";

const words = adminWords.table;

const CELL = "truncate border-b border-line px-3 leading-9 outline-offset-[-3px]";
// Not inherited from the row: with that each change of the row would be one of all its cells.
const GROUND = "bg-card group-hover:bg-paper-2 group-aria-selected:bg-teal-2";
/** What waits on this device, at the left edge of its cell. */
const EDGES = {
  changed: "shadow-[inset_4px_0_var(--color-sun)]",
  added: "shadow-[inset_4px_0_var(--color-teal)]",
  deleted: "shadow-[inset_4px_0_var(--color-ink-2)]",
  needsYou: "shadow-[inset_4px_0_var(--color-danger)]",
};
const OPERATION =
  "rounded-sheet px-2 py-1 font-semibold underline-offset-4 hover:underline outline-offset-[-2px]";

type GridRowProps = {
  schema: TableSchema;
  /** Undefined until it has come. */
  row: TableRow | undefined;
  /** What waits on this device of it. */
  mark: Mark | undefined;
  index: number;
  /** Its number among the rows of the grid, the head counted. */
  ariaIndex: number;
  topPx: number;
  names: readonly string[];
  pinned: number;
  /** The columns in sight, from the first to the last. */
  firstColumn: number;
  lastColumn: number;
  /** Draws no more than what is needed while rows fly by. */
  plain: boolean;
  /** The column that the keyboard is at, when it is in this row. */
  active: number | undefined;
  /** The chosen cells of this row: the first and the last of them. */
  chosenFrom: number;
  chosenTo: number;
  selected: boolean;
  /** The editor that stands in the active cell. */
  editor: ReactNode;
};

/** A row of the grid; drawn again only when something in it has changed. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { schema, row, mark, index, ariaIndex, topPx, names, pinned, active, selected, editor } =
    props;
  const { chosenFrom, chosenTo, firstColumn, lastColumn, plain } = props;
  const label = row ? rowLabel(schema, row) : "";
  const operations = names.length + 1;
  const isDeleted = mark?.kind === "deleted";
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
        title={mark && textOf(mark)}
        className={`sticky left-0 z-1 flex items-center justify-center border-b border-line ${GROUND} ${mark ? EDGES[edgeOf(mark)] : ""}`}
      >
        {mark && <span className="sr-only">{textOf(mark)}</span>}
        {row && mark?.kind !== "added" && (
          <SelectBox
            label={words.selectRow(label)}
            checked={selected}
            tabIndex={active === 0 ? 0 : -1}
            data-column={0}
            data-does="select"
          />
        )}
      </div>
      {names.map((name, at) => {
        const column = at + 1;
        const isActive = active === column;
        const isPinned = at < pinned;
        if (!isPinned && !isActive && (at < firstColumn || at > lastColumn)) return null;
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
          isDeleted && "line-through",
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
      })}
      <div
        role="gridcell"
        aria-colindex={operations + 1}
        style={{ gridColumn: operations + 1 }}
        className={`flex items-center gap-1 border-b border-line px-2 md:sticky md:right-0 md:z-1 md:border-l ${MORE_COLUMNS} ${GROUND}`}
      >
        {row && !schema.readOnly && !isDeleted && (
          <>
            <button
              type="button"
              tabIndex={active === operations ? 0 : -1}
              data-column={operations}
              data-does="edit"
              aria-label={words.editRow(label)}
              className={`${OPERATION} text-teal`}
            >
              {words.edit}
            </button>
            <button
              type="button"
              tabIndex={active === operations + 1 ? 0 : -1}
              data-column={operations + 1}
              data-does="delete"
              aria-label={words.deleteRow(label)}
              className={`${OPERATION} text-danger`}
            >
              {words.delete}
            </button>
          </>
        )}
        {row && !plain && mark?.kind !== "added" && (
          <>
            <RowHistory schema={schema} row={row} />
            <GridRowActions schema={schema} row={row} />
          </>
        )}
      </div>
    </div>
  );
});

function textOf({ kind, needsYou }: Mark): string {
  if (needsYou) return outboxWords.needsYou;
  return kind === "changed" ? outboxWords.waiting : outboxWords[kind];
}

function edgeOf({ kind, needsYou }: Mark): keyof typeof EDGES {
  return needsYou ? "needsYou" : kind;
}

function isNumber(field: TableField | undefined): boolean {
  return field?.type === "integer" || field?.type === "number";
}
