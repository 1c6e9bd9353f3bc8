import { ArrowDown, ArrowUp, Check } from "lucide-react";
import type { ComponentProps, KeyboardEvent } from "react";
import { adminWords } from "../../content/admin.ts";
import { kindOf } from "../kinds/kinds.ts";
import { type GridHeader, type GridTable, headersOf, LEAST_PX, MOST_PX } from "./grid-table.tsx";

const words = adminWords.table;
const KEY_STEP_PX = 16;
const CELL =
  "relative flex items-center overflow-hidden border-b border-line bg-paper-2 whitespace-nowrap";

/** Shadow beside the row operations while more columns are hidden behind them. */
export const MORE_COLUMNS =
  "md:in-data-more:before:pointer-events-none md:in-data-more:before:absolute md:in-data-more:before:inset-y-0 md:in-data-more:before:right-full md:in-data-more:before:w-3 md:in-data-more:before:bg-linear-to-l md:in-data-more:before:from-[rgb(0_0_0/0.07)] md:in-data-more:before:to-transparent";

type GridHeadProps = {
  table: GridTable;
  /** Column of the keyboard cursor while it is in the header row. */
  active: number | undefined;
};

/** Grid header. Clicking a column sorts by it. */
export function GridHead({ table, active }: GridHeadProps) {
  const headers = headersOf(table);
  const isAllSelected = table.getIsAllPageRowsSelected();
  return (
    <div
      role="row"
      aria-rowindex={1}
      data-row={-1}
      className="sticky top-0 z-10 grid h-9 min-w-full text-xs font-semibold"
      style={{ gridTemplateColumns: "var(--columns)", width: "var(--row-width)" }}
    >
      <div
        role="columnheader"
        aria-colindex={1}
        className={`${CELL} sticky left-0 z-2 justify-center`}
      >
        <SelectBox
          label={words.selectPage}
          checked={isAllSelected}
          tabIndex={active === 0 ? 0 : -1}
          data-column={0}
          onClick={() => table.toggleAllPageRowsSelected(!isAllSelected, { deselectAll: true })}
        />
      </div>
      {headers.map((header, at) => (
        <ColumnHead
          key={header.id}
          {...{ table, header, at }}
          tabIndex={active === at + 1 ? 0 : -1}
        />
      ))}
      <div
        role="columnheader"
        aria-colindex={headers.length + 2}
        className={`${CELL} ${MORE_COLUMNS} overflow-visible! px-3 md:sticky md:right-0 md:z-2 md:border-l`}
      >
        {words.operations}
      </div>
    </div>
  );
}

type ColumnHeadProps = { table: GridTable; header: GridHeader; at: number; tabIndex: number };

function ColumnHead({ table, header, at, tabIndex }: ColumnHeadProps) {
  const { column } = header;
  const { field } = column.columnDef.meta ?? {};
  const isPinned = column.getIsPinned();
  const canSort = column.getCanSort();
  const sorted = column.getIsSorted();
  const Arrow = sorted === "desc" ? ArrowDown : ArrowUp;
  const resize = header.getResizeHandler();
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.shiftKey || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
    event.preventDefault();
    event.stopPropagation();
    const width = column.getSize() + (event.key === "ArrowRight" ? KEY_STEP_PX : -KEY_STEP_PX);
    table.setColumnSizing((widths) => ({
      ...widths,
      [column.id]: Math.min(MOST_PX, Math.max(LEAST_PX, width)),
    }));
  };
  return (
    <div
      role="columnheader"
      aria-colindex={at + 2}
      {...(canSort && { "aria-sort": sorted ? DIRECTIONS[sorted] : "none" })}
      className={`${CELL} ${isPinned ? "sticky z-2" : ""}`}
      {...(isPinned && { style: { left: `var(--left-${at})` } })}
    >
      <button
        type="button"
        tabIndex={tabIndex}
        data-column={at + 1}
        aria-disabled={!canSort || undefined}
        onClick={column.getToggleSortingHandler()}
        onKeyDown={onKeyDown}
        className={`flex size-full items-center gap-1 px-3 outline-offset-[-3px] aria-disabled:cursor-default ${field && kindOf(field).isNumeric ? "justify-end" : ""} ${canSort ? "hover:text-teal" : ""}`}
      >
        <span className="truncate">{field?.title ?? column.id}</span>
        {sorted && <Arrow aria-hidden="true" className="size-3.5 shrink-0 text-teal" />}
        {sorted && table.state.sorting.length > 1 && (
          <span aria-hidden="true" className="text-teal">
            {column.getSortIndex() + 1}
          </span>
        )}
      </button>
      <span
        aria-hidden="true"
        onMouseDown={resize}
        onTouchStart={resize}
        className="absolute inset-y-0 right-0 w-2 cursor-col-resize touch-none border-r border-line hover:border-r-3 hover:border-teal"
      />
    </div>
  );
}

const DIRECTIONS = { asc: "ascending", desc: "descending" } as const;

type SelectBoxProps = ComponentProps<"button"> & { label: string; checked: boolean };

/** A checkbox as a button. React would recreate an `<input>` when a row's element is reused. */
export function SelectBox({ label, checked, ...rest }: SelectBoxProps) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={checked}
      aria-label={label}
      {...rest}
      className="inline-flex size-4.5 items-center justify-center rounded-[4px] border border-ink-2 bg-card text-card aria-checked:border-teal aria-checked:bg-teal"
    >
      {checked && <Check aria-hidden="true" strokeWidth={3} className="size-3.5" />}
    </button>
  );
}
