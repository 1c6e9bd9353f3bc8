import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import { ROW_PX } from "./grid-rows.tsx";
import { type GridSize, type Place, placeAfter } from "./cells.ts";

type Options = {
  scroller: RefObject<HTMLDivElement | null>;
  size: Omit<GridSize, "screen">;
  /** Asked for by Enter and F2. */
  onOpen: (place: Place) => void;
};

/**
 * Where the keyboard is in a grid, and how it moves: one cell is in the order of Tab, arrows lead from
 * cell to cell, Shift keeps the cell that a selection began at.
 */
export function useGridKeys({ scroller, size, onOpen }: Options) {
  const [active, setActive] = useState<Place>({ row: 0, column: 1 });
  const [anchor, setAnchor] = useState<Place>();
  // Counts the moves after which the focus is to follow.
  const [moves, setMoves] = useState(0);
  const { row, column } = within(active, size);

  useEffect(() => {
    if (moves === 0) return;
    const cell = scroller.current?.querySelector<HTMLElement>(
      `[data-row="${row}"] [data-column="${column}"]`,
    );
    if (!cell) return;
    cell.focus({ preventScroll: true });
    // What sticks to an edge is in sight, and lies where the others would be hidden.
    const isStuck = getComputedStyle(cell.closest("[role=gridcell]") ?? cell).position === "sticky";
    if (!isStuck) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [moves, row, column, scroller]);

  function moveTo(place: Place, { extend = false }: { extend?: boolean }): void {
    setAnchor(extend ? (anchor ?? { row, column }) : undefined);
    setActive(place);
    setMoves((before) => before + 1);
    if (place.row >= 0 && scroller.current) scrollToRow(scroller.current, place.row);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const place = { row, column };
    const isControl = event.target instanceof HTMLButtonElement;
    if (event.key === "Enter" || event.key === "F2") {
      if (isControl) return;
      event.preventDefault();
      onOpen(place);
      return;
    }
    const screen = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_PX) - 2);
    const next = placeAfter(place, event, { ...size, screen });
    if (!next) return;
    event.preventDefault();
    moveTo(next, { extend: event.shiftKey });
  }

  return { active: { row, column }, anchor, moveTo, onKeyDown };
}

/** Scrolls no further than it takes to see a row whole, below the head. */
function scrollToRow(scroller: HTMLElement, row: number): void {
  const top = row * ROW_PX;
  const least = top + 2 * ROW_PX - scroller.clientHeight;
  const { scrollTop } = scroller;
  const next = Math.max(Math.min(scrollTop, top), least);
  if (next !== scrollTop) scroller.scrollTop = next;
}

/** The nearest place that the grid has by now. */
function within({ row, column }: Place, { rows, columns }: Omit<GridSize, "screen">): Place {
  return { row: Math.min(row, rows - 1), column: Math.min(column, columns - 1) };
}
