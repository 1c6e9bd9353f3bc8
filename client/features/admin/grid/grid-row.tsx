import { memo, type ReactNode } from "react";
import type { TableRow, TableSchema } from "../../../../server/contract/tables.ts";
import { adminWords } from "../../../content/admin.ts";
import { cellText, wholeText } from "../formats.ts";
import { rowLabel } from "../labels.ts";
import { RowActions, RowHistory } from "../slots.tsx";

const words = adminWords.table;

const CELL =
  "flex items-center overflow-hidden border-b border-line px-3 whitespace-nowrap outline-offset-[-3px] data-chosen:bg-teal-2";
const OPERATION =
  "rounded-sheet px-2 py-1 font-semibold underline-offset-4 hover:underline outline-offset-[-2px]";

type GridRowProps = {
  schema: TableSchema;
  /** Undefined until it has come. */
  row: TableRow | undefined;
  index: number;
  /** Its number among the rows of the grid, the head counted. */
  ariaIndex: number;
  topPx: number;
  names: readonly string[];
  pinned: number;
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
  const { schema, row, index, ariaIndex, topPx, names, pinned, active, selected, editor } = props;
  const { chosenFrom, chosenTo } = props;
  const label = row ? rowLabel(schema, row) : "";
  const operations = names.length + 1;
  return (
    <div
      role="row"
      aria-rowindex={ariaIndex}
      aria-selected={selected}
      data-row={index}
      className="absolute top-0 left-0 grid h-9 min-w-full bg-card text-xs tabular-nums hover:bg-paper-2 aria-selected:bg-teal-2 data-edited:z-5"
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
        className={`${CELL} sticky left-0 z-1 justify-center bg-inherit`}
      >
        {row && (
          <input
            type="checkbox"
            tabIndex={active === 0 ? 0 : -1}
            data-column={0}
            aria-label={words.selectRow(label)}
            checked={selected}
            readOnly
            data-does="select"
            className="size-4.5 accent-teal"
          />
        )}
      </div>
      {names.map((name, at) => {
        const column = at + 1;
        const field = schema.properties[name];
        const isPinned = at < pinned;
        const chosen = column >= chosenFrom && column <= chosenTo;
        const isActive = active === column;
        const text = row && field ? cellText(field, row[name]) : words.pending;
        const number = field?.type === "integer" || field?.type === "number";
        return (
          <div
            key={name}
            role="gridcell"
            aria-colindex={column + 1}
            tabIndex={isActive ? 0 : -1}
            data-column={column}
            data-chosen={chosen || undefined}
            title={row && field && text.endsWith("…") ? wholeText(field, row[name]) : undefined}
            className={`${CELL} ${number ? "justify-end" : ""} ${isPinned ? "sticky z-1 bg-inherit font-semibold" : ""} ${isActive && editor ? "overflow-visible!" : ""}`}
            {...(isPinned && { style: { left: `var(--left-${at})` } })}
          >
            {isActive && editor ? editor : <span className="truncate">{text}</span>}
          </div>
        );
      })}
      <div
        role="gridcell"
        aria-colindex={operations + 1}
        className={`${CELL} gap-1 px-2 md:sticky md:right-0 md:z-1 md:justify-end md:border-l md:bg-inherit`}
      >
        {row && !schema.readOnly && (
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
        {row && (
          <>
            <RowHistory schema={schema} row={row} />
            <RowActions schema={schema} row={row} />
          </>
        )}
      </div>
    </div>
  );
});
