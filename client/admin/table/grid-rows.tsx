import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useState } from "react";
import type { TableRow, TableSchema } from "../../../server/contract/tables.ts";
import type { EditedRowSource } from "../data/row-source.ts";
import type { Cell, Range } from "./cells.ts";
import { columnsBetween, type GridColumns } from "./grid-columns.ts";
import { GridRow } from "./grid-row.tsx";

export const ROW_PX = 36;
const OVERSCAN_ROWS = 8;
/** Columns this far outside the visible area are rendered as well. */
const OVERSCAN_PX = 240;

type GridRowsProps = {
  scroller: RefObject<HTMLDivElement | null>;
  schema: TableSchema;
  columns: GridColumns;
  source: EditedRowSource;
  active: Cell;
  range: Range;
  selected: ReadonlySet<number>;
  editorAt: (index: number, row: TableRow | undefined) => ReactNode;
};

/** The visible rows. A component of its own, because scrolling renders it. */
export function GridRows(props: GridRowsProps) {
  const { scroller, schema, columns, source, active, range, selected, editorAt } = props;
  const { count = 0, offset, rowAt, onSight } = source;
  // The scroller is mounted after the first render of its content: measure in a second render.
  const [, renderAgain] = useState(false);
  useLayoutEffect(() => renderAgain(true), []);
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
    // The sticky head is above the rows.
    scrollMargin: ROW_PX,
    useFlushSync: false,
  });
  const { first: firstColumn, last: lastColumn } = useVisibleColumns(scroller, columns.widths);
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onSight(first, last), [onSight, first, last]);

  // New rows reuse the elements of rows that left the screen. While scrolling, the elements keep
  // their order in the document.
  const screenPx = virtualizer.scrollRect?.height ?? 0;
  const elements = Math.ceil(screenPx / ROW_PX) + 2 * OVERSCAN_ROWS + 2;
  const shown = items.map(({ index }) => index).filter((index) => index !== active.row);
  if (virtualizer.isScrolling) shown.sort((a, b) => (a % elements) - (b % elements));
  // The active row stays mounted in the same place: an element that is moved loses the focus.
  if (active.row >= 0 && active.row < count) shown.unshift(active.row);
  return (
    <div
      role="rowgroup"
      className="relative"
      style={{ height: count * ROW_PX, width: "var(--row-width)", minWidth: "100%" }}
    >
      {shown.map((index) => {
        const row = rowAt(index);
        const inRange = index >= range.top && index <= range.bottom;
        const isActive = active.row === index;
        return (
          <GridRow
            key={isActive ? "active" : index % elements}
            {...{ schema, row, index, firstColumn, lastColumn }}
            mark={row && source.markOf(row.id)}
            ariaIndex={offset + index + 2}
            topPx={index * ROW_PX}
            names={columns.names}
            pinned={columns.pinned}
            plain={source.isEndless && !isActive}
            active={isActive ? active.column : undefined}
            chosenFrom={inRange ? range.left : 0}
            chosenTo={inRange ? range.right : -1}
            selected={row !== undefined && selected.has(row.id)}
            editor={editorAt(index, row)}
          />
        );
      })}
    </div>
  );
}

/**
 * Indexes of the first and the last visible column. Sets `data-more` on the scroller while columns
 * are scrolled behind the operations.
 */
function useVisibleColumns(
  scroller: RefObject<HTMLDivElement | null>,
  widths: readonly number[],
): { first: number; last: number } {
  const [visible, setVisible] = useState({ first: 0, last: widths.length });
  const key = widths.join(" ");
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const all = key.split(" ").map(Number);
    const measure = () => {
      const right = box.scrollLeft + box.clientWidth;
      const next = columnsBetween(all, box.scrollLeft - OVERSCAN_PX, right + OVERSCAN_PX);
      setVisible((before) =>
        before.first === next.first && before.last === next.last ? before : next,
      );
      box.toggleAttribute("data-more", right < box.scrollWidth - 1);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    box.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", measure);
    };
  }, [scroller, key]);
  return visible;
}
