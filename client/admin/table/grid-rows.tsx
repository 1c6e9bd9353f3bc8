import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useState } from "react";
import type { TableRow, TableSchema } from "../../../server/contract/tables.ts";
import type { Place, Range } from "./cells.ts";
import type { Columns } from "./grid-columns.ts";
import { GridRow } from "./grid-row.tsx";
import type { EditedRowSource } from "../data/pending-source.ts";
import { useColumnsInSight } from "./use-columns-in-sight.ts";

export const ROW_PX = 36;
const OVERSCAN_ROWS = 8;

type GridRowsProps = {
  scroller: RefObject<HTMLDivElement | null>;
  schema: TableSchema;
  columns: Columns;
  source: EditedRowSource;
  active: Place;
  range: Range;
  selected: ReadonlySet<number>;
  editorAt: (index: number, row: TableRow | undefined) => ReactNode;
};

/** The rows in sight, of however many there are: a part of its own, as scrolling draws it again. */
export function GridRows(props: GridRowsProps) {
  const { scroller, schema, columns, source, active, range, selected, editorAt } = props;
  const { count = 0, offset, rowAt, onSight } = source;
  // The scroller is in the document after the first drawing of what it holds: measured is the second.
  const [, drawAgain] = useState(false);
  useLayoutEffect(() => drawAgain(true), []);
  // Its calls are made where they are needed, and none is remembered.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
    // The head lies above the rows, and stays there.
    scrollMargin: ROW_PX,
    useFlushSync: false,
  });
  const { first: firstColumn, last: lastColumn } = useColumnsInSight(scroller, columns.widths);
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onSight(first, last), [onSight, first, last]);

  // Rows that come into sight take the elements of those that left it, which stay where they are in the
  // document until the scrolling rests.
  const screenPx = virtualizer.scrollRect?.height ?? 0;
  const elements = Math.ceil(screenPx / ROW_PX) + 2 * OVERSCAN_ROWS + 2;
  const shown = items.map(({ index }) => index).filter((index) => index !== active.row);
  if (virtualizer.isScrolling) shown.sort((a, b) => (a % elements) - (b % elements));
  // The row of the keyboard stays in the document when it is out of sight, and always in the same
  // place: an element that is moved loses the focus.
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
        return (
          <GridRow
            key={active.row === index ? "active" : index % elements}
            schema={schema}
            row={row}
            mark={row && source.markOf(row.id)}
            index={index}
            ariaIndex={offset + index + 2}
            topPx={index * ROW_PX}
            names={columns.names}
            pinned={columns.pinned}
            firstColumn={firstColumn}
            lastColumn={lastColumn}
            plain={source.isEndless && active.row !== index}
            active={active.row === index ? active.column : undefined}
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
