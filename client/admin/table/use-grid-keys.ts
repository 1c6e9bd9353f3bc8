import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import { ROW_PX } from "./grid-rows.tsx";
import { type GridSize, type Place, placeAfter } from "./cells.ts";

/** A page of rows. */
const NEAR_ROWS = 50;

type Options = {
  scroller: RefObject<HTMLDivElement | null>;
  size: Omit<GridSize, "screen">;
  /** The id of the row at an index. */
  idAt: (row: number) => number | undefined;
  /** Asked for by Enter and F2. */
  onOpen: (place: Place) => void;
};

/**
 * Where the keyboard is in a grid, and how it moves: one cell is in the order of Tab, arrows lead from
 * cell to cell, Shift keeps the cell that a selection began at. It stays with its row when others come or
 * go above it.
 */
export function useGridKeys({ scroller, size, idAt, onOpen }: Options) {
  const [active, setActive] = useState<Place>({ row: 0, column: 1 });
  const [anchor, setAnchor] = useState<Place>();
  // A new one for each move: the focus is to follow it, and no row that moves by itself.
  const [moved, setMoved] = useState<Place>();
  const { row, column } = within(active, size);

  const id = idAt(row);
  const [stay, setStay] = useState({ at: active, id });
  if (stay.at !== active || stay.id !== id) {
    const now = stay.at === active ? findNear(stay.id, row, idAt) : undefined;
    const at = now === undefined ? active : { row: now, column };
    if (now !== undefined) {
      setActive(at);
      setAnchor(anchor && { ...anchor, row: anchor.row + now - row });
    }
    setStay({ at, id: now === undefined ? id : stay.id });
  }

  useEffect(() => {
    if (!moved) return;
    const cell = scroller.current?.querySelector<HTMLElement>(
      `[data-row="${moved.row}"] [data-column="${moved.column}"]`,
    );
    if (!cell) return;
    cell.focus({ preventScroll: true });
    // What sticks to an edge is in sight, and lies where the others would be hidden.
    const isStuck = getComputedStyle(cell.closest("[role=gridcell]") ?? cell).position === "sticky";
    if (!isStuck) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [moved, scroller]);

  function moveTo(place: Place, { extend = false }: { extend?: boolean }): void {
    setAnchor(extend ? (anchor ?? { row, column }) : undefined);
    setActive(place);
    setMoved(within(place, size));
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

/** Where a row has gone to; undefined when it is not near any more. */
function findNear(id: number | undefined, row: number, idAt: Options["idAt"]): number | undefined {
  if (id === undefined) return undefined;
  for (let away = 1; away <= NEAR_ROWS; away++) {
    for (const at of [row + away, row - away]) if (idAt(at) === id) return at;
  }
  return undefined;
}

/** The nearest place that the grid has by now. */
function within({ row, column }: Place, { rows, columns }: Omit<GridSize, "screen">): Place {
  return { row: Math.min(row, rows - 1), column: Math.min(column, columns - 1) };
}
