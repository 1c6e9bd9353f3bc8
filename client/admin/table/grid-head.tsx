import { ArrowDown, ArrowUp } from "lucide-react";
import type { TableSchema } from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import type { Sort } from "./table-search.ts";
import type { Columns } from "./grid-columns.ts";
import { SelectBox } from "./select-box.tsx";

const words = adminWords.table;
const CELL =
  "relative flex items-center overflow-hidden border-b border-line bg-paper-2 whitespace-nowrap";

/** A shade beside the operations while columns lie behind them. */
export const MORE_COLUMNS =
  "md:in-data-more:before:pointer-events-none md:in-data-more:before:absolute md:in-data-more:before:inset-y-0 md:in-data-more:before:right-full md:in-data-more:before:w-3 md:in-data-more:before:bg-linear-to-l md:in-data-more:before:from-[rgb(0_0_0/0.07)] md:in-data-more:before:to-transparent";

/** What Shift and an arrow do to the width of the column that the keyboard is at. */
const STEPS = new Map<string, -1 | 1>([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
]);

type GridHeadProps = {
  schema: TableSchema;
  columns: Columns;
  sorts: Sort[];
  /** The column that the keyboard is at, when it is in the head. */
  active: number | undefined;
  allSelected: boolean;
  onSelectAll: (selected: boolean) => void;
  onSort: (column: string, add: boolean) => void;
};

/** The head of the grid: names of columns that sort by a press. */
export function GridHead(props: GridHeadProps) {
  const { schema, columns, sorts, active, allSelected, onSelectAll, onSort } = props;
  const { names, pinned } = columns;
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
          onClick={() => onSelectAll(!allSelected)}
        />
      </div>
      {names.map((name, at) => {
        const field = schema.properties[name];
        const sort = sorts.find(({ column }) => column === name);
        const rank = sorts.length > 1 && sort ? sorts.indexOf(sort) + 1 : undefined;
        const direction = sort?.direction === "desc" ? "descending" : "ascending";
        const number = field?.type === "integer" || field?.type === "number";
        const resize = columns.resize(name);
        const isPinned = at < pinned;
        return (
          <div
            key={name}
            role="columnheader"
            aria-colindex={at + 2}
            {...(field?.sortable && { "aria-sort": sort ? direction : "none" })}
            className={`${CELL} ${isPinned ? "sticky z-2" : ""}`}
            {...(isPinned && { style: { left: `var(--left-${at})` } })}
          >
            <button
              type="button"
              tabIndex={active === at + 1 ? 0 : -1}
              data-column={at + 1}
              aria-disabled={!field?.sortable || undefined}
              onClick={(event) => field?.sortable && onSort(name, event.shiftKey)}
              onKeyDown={(event) => {
                const steps = event.shiftKey ? STEPS.get(event.key) : undefined;
                if (steps === undefined) return;
                event.preventDefault();
                event.stopPropagation();
                columns.widen(name, steps);
              }}
              className={`flex size-full items-center gap-1 px-3 outline-offset-[-3px] aria-disabled:cursor-default ${number ? "justify-end" : ""} ${field?.sortable ? "hover:text-teal" : ""}`}
            >
              <span className="truncate">{field?.title ?? name}</span>
              {sort && <SortMark direction={direction} rank={rank} />}
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
      })}
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

function SortMark({
  direction,
  rank,
}: {
  direction: "ascending" | "descending";
  rank?: number | undefined;
}) {
  const Arrow = direction === "ascending" ? ArrowUp : ArrowDown;
  return (
    <>
      <Arrow aria-hidden="true" className="size-3.5 shrink-0 text-teal" />
      {rank && (
        <span aria-hidden="true" className="text-teal">
          {rank}
        </span>
      )}
    </>
  );
}
