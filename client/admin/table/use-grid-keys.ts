import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import { type Cell, cellAfter, type GridSize } from "./cells.ts";
import { ROW_PX } from "./grid-rows.tsx";

/** How far a moved row is searched. */
const NEAR_ROWS = 50;

type GridKeyOptions = {
  scroller: RefObject<HTMLDivElement | null>;
  size: Omit<GridSize, "screen">;
  /** Id of the row at an index. */
  idAt: (row: number) => number | undefined;
  /** Called for Enter and F2. */
  onOpen: (cell: Cell) => void;
};

/**
 * Keyboard cursor of a grid: one cell has the tab stop, arrow keys move it, Shift extends a range.
 * The cursor stays with its row when rows are inserted or removed above it.
 */
export function useGridKeys({ scroller, size, idAt, onOpen }: GridKeyOptions) {
  const [active, setActive] = useState<Cell>({ row: 0, column: 1 });
  const [anchor, setAnchor] = useState<Cell>();
  // A new object per key press, so that the focus follows the cursor and not a re-sorted row.
  const [moved, setMoved] = useState<Cell>();
  const { row, column } = within(active, size);

  const id = idAt(row);
  const [seen, setSeen] = useState({ at: active, id });
  if (seen.at !== active || seen.id !== id) {
    const now = seen.at === active ? findNear(seen.id, row, idAt) : undefined;
    if (now === undefined) setSeen({ at: active, id });
    else {
      const at = { row: now, column };
      setActive(at);
      setAnchor(anchor && { ...anchor, row: anchor.row + now - row });
      setSeen({ at, id: seen.id });
    }
  }

  useEffect(() => {
    if (!moved) return;
    const cell = scroller.current?.querySelector<HTMLElement>(
      `[data-row="${moved.row}"] [data-column="${moved.column}"]`,
    );
    if (!cell) return;
    cell.focus({ preventScroll: true });
    // A sticky cell is always visible.
    const isSticky =
      getComputedStyle(cell.closest("[role=gridcell]") ?? cell).position === "sticky";
    if (!isSticky) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [moved, scroller]);

  function moveTo(cell: Cell, { extend = false }: { extend?: boolean } = {}): void {
    setAnchor(extend ? (anchor ?? { row, column }) : undefined);
    setActive(cell);
    setMoved(within(cell, size));
    if (cell.row >= 0 && scroller.current) scrollToRow(scroller.current, cell.row);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const cell = { row, column };
    if (event.key === "Enter" || event.key === "F2") {
      if (event.target instanceof HTMLButtonElement) return;
      event.preventDefault();
      return onOpen(cell);
    }
    const screen = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_PX) - 2);
    const next = cellAfter(cell, event, { ...size, screen });
    if (!next) return;
    event.preventDefault();
    moveTo(next, { extend: event.shiftKey });
  }

  return { active: { row, column }, anchor, moveTo, onKeyDown };
}

/** Scrolls as little as needed to show a row below the head. */
function scrollToRow(scroller: HTMLElement, row: number): void {
  const top = row * ROW_PX;
  const least = top + 2 * ROW_PX - scroller.clientHeight;
  const next = Math.max(Math.min(scroller.scrollTop, top), least);
  if (next !== scroller.scrollTop) scroller.scrollTop = next;
}

/** The new index of a row; undefined when it is not near its old one. */
function findNear(
  id: number | undefined,
  row: number,
  idAt: GridKeyOptions["idAt"],
): number | undefined {
  if (id === undefined) return undefined;
  for (let away = 1; away <= NEAR_ROWS; away++) {
    for (const at of [row + away, row - away]) if (idAt(at) === id) return at;
  }
  return undefined;
}

function within({ row, column }: Cell, { rows, columns }: Omit<GridSize, "screen">): Cell {
  return { row: Math.min(row, rows - 1), column: Math.min(column, columns - 1) };
}
