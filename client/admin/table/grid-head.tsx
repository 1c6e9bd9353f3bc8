import { ArrowDown, ArrowUp, Check } from "lucide-react";
import type { ComponentProps, KeyboardEvent } from "react";
import type { TableField, TableSchema } from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import type { GridColumns } from "./grid-columns.ts";
import type { Sort } from "./table-search.ts";

const words = adminWords.table;
const CELL =
  "relative flex items-center overflow-hidden border-b border-line bg-paper-2 whitespace-nowrap";

/** A shadow next to the operations while columns are scrolled behind them. */
export const MORE_COLUMNS =
  "md:in-data-more:before:pointer-events-none md:in-data-more:before:absolute md:in-data-more:before:inset-y-0 md:in-data-more:before:right-full md:in-data-more:before:w-3 md:in-data-more:before:bg-linear-to-l md:in-data-more:before:from-[rgb(0_0_0/0.07)] md:in-data-more:before:to-transparent";

type GridHeadProps = {
  schema: TableSchema;
  columns: GridColumns;
  sorts: Sort[];
  /** The column of the keyboard cursor, when it is in the head. */
  active: number | undefined;
  /** Ids of the shown rows. */
  ids: readonly number[];
  selected: ReadonlySet<number>;
  onSelect: (ids: ReadonlySet<number>) => void;
  onSort: (column: string, add: boolean) => void;
};

/** The head of the grid. A click on a column sorts by it. */
export function GridHead(props: GridHeadProps) {
  const { schema, columns, sorts, active, ids, selected, onSelect, onSort } = props;
  const { names, pinned } = columns;
  const allSelected = ids.length > 0 && ids.every((id) => selected.has(id));
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
          checked={allSelected}
          tabIndex={active === 0 ? 0 : -1}
          data-column={0}
          onClick={() => onSelect(new Set(allSelected ? [] : ids))}
        />
      </div>
      {names.map((name, at) => (
        <ColumnHead
          key={name}
          {...{ name, at, columns, sorts, onSort }}
          field={schema.properties[name]}
          isPinned={at < pinned}
          isActive={active === at + 1}
        />
      ))}
      <div
        role="columnheader"
        aria-colindex={names.length + 2}
        className={`${CELL} ${MORE_COLUMNS} overflow-visible! px-3 md:sticky md:right-0 md:z-2 md:border-l`}
      >
        {words.operations}
      </div>
    </div>
  );
}

type ColumnHeadProps = Pick<GridHeadProps, "columns" | "sorts" | "onSort"> & {
  name: string;
  at: number;
  field: TableField | undefined;
  isPinned: boolean;
  isActive: boolean;
};

function ColumnHead({ name, at, field, columns, sorts, ...props }: ColumnHeadProps) {
  const { isPinned, isActive, onSort } = props;
  const rank = sorts.findIndex(({ column }) => column === name);
  const sort = sorts[rank];
  const direction = sort?.direction === "desc" ? "descending" : "ascending";
  const Arrow = sort?.direction === "desc" ? ArrowDown : ArrowUp;
  const resize = columns.resize(name);
  const onKeyDown = (event: KeyboardEvent) => {
    const isArrow = event.key === "ArrowLeft" || event.key === "ArrowRight";
    if (!event.shiftKey || !isArrow) return;
    event.preventDefault();
    event.stopPropagation();
    columns.widen(name, event.key === "ArrowRight" ? 1 : -1);
  };
  return (
    <div
      role="columnheader"
      aria-colindex={at + 2}
      {...(field?.sortable && { "aria-sort": sort ? direction : "none" })}
      className={`${CELL} ${isPinned ? "sticky z-2" : ""}`}
      {...(isPinned && { style: { left: `var(--left-${at})` } })}
    >
      <button
        type="button"
        tabIndex={isActive ? 0 : -1}
        data-column={at + 1}
        aria-disabled={!field?.sortable || undefined}
        onClick={(event) => field?.sortable && onSort(name, event.shiftKey)}
        onKeyDown={onKeyDown}
        className={`flex size-full items-center gap-1 px-3 outline-offset-[-3px] aria-disabled:cursor-default ${isNumber(field) ? "justify-end" : ""} ${field?.sortable ? "hover:text-teal" : ""}`}
      >
        <span className="truncate">{field?.title ?? name}</span>
        {sort && <Arrow aria-hidden="true" className="size-3.5 shrink-0 text-teal" />}
        {sort && sorts.length > 1 && (
          <span aria-hidden="true" className="text-teal">
            {rank + 1}
          </span>
        )}
      </button>
      {resize && (
        <span
          aria-hidden="true"
          onMouseDown={resize}
          onTouchStart={resize}
          className="absolute inset-y-0 right-0 w-2 cursor-col-resize touch-none border-r border-line hover:border-r-3 hover:border-teal"
        />
      )}
    </div>
  );
}

export function isNumber(field: TableField | undefined): boolean {
  return field?.type === "integer" || field?.type === "number";
}

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
