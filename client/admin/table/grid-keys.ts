import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from "react";

export const ROW_PX = 36;
/** Number of rows to search above and below for a row that has moved. */
const NEAR_ROWS = 50;

/** Cell position. Row -1 is the header, column 0 the checkboxes. */
export type Cell = { row: number; column: number };

export type Range = { top: number; bottom: number; left: number; right: number };

type GridSize = { rows: number; columns: number };

/** The cell that a key moves to; undefined for other keys. `screen` is the number of visible rows. */
export function cellAfter(
  { row, column }: Cell,
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">,
  { rows, columns, screen }: GridSize & { screen: number },
): Cell | undefined {
  const far = ctrlKey || metaKey;
  const to = (nextRow: number, nextColumn: number) => ({
    row: Math.min(Math.max(nextRow, -1), rows - 1),
    column: Math.min(Math.max(nextColumn, 0), columns - 1),
  });
  switch (key) {
    case "ArrowUp":
      return to(far ? 0 : row - 1, column);
    case "ArrowDown":
      return to(far ? rows - 1 : row + 1, column);
    case "ArrowLeft":
      return to(row, far ? 0 : column - 1);
    case "ArrowRight":
      return to(row, far ? columns - 1 : column + 1);
    case "Home":
      return to(far ? 0 : row, 0);
    case "End":
      return to(far ? rows - 1 : row, columns - 1);
    case "PageUp":
      return to(Math.max(row - screen, 0), column);
    case "PageDown":
      return to(row + screen, column);
    default:
      return undefined;
  }
}

export function rangeBetween(one: Cell, other: Cell): Range {
  return {
    top: Math.max(0, Math.min(one.row, other.row)),
    bottom: Math.max(one.row, other.row),
    left: Math.min(one.column, other.column),
    right: Math.max(one.column, other.column),
  };
}

type IdAt = (row: number) => number | undefined;

/** Cursor cell, start of the selected range, and id of the cursor's row. */
type Cursor = { active: Cell; anchor: Cell | undefined; id: number | undefined };

/** Keeps the cursor on its row after rows were inserted, removed or sorted. */
export function followRow(cursor: Cursor, size: GridSize, idAt: IdAt): Cursor {
  const { active, anchor, id } = cursor;
  const { row, column } = within(active, size);
  const now = idAt(row);
  if (now === id) return cursor;
  const moved = findNear(id, row, idAt);
  if (moved === undefined) return { ...cursor, id: now };
  const shifted = anchor && { ...anchor, row: anchor.row + moved - row };
  return { active: { row: moved, column }, anchor: shifted, id };
}

function findNear(id: number | undefined, row: number, idAt: IdAt): number | undefined {
  if (id === undefined) return undefined;
  for (let away = 1; away <= NEAR_ROWS; away++) {
    for (const at of [row + away, row - away]) if (idAt(at) === id) return at;
  }
  return undefined;
}

function within({ row, column }: Cell, { rows, columns }: GridSize): Cell {
  return { row: Math.min(row, rows - 1), column: Math.min(column, columns - 1) };
}

type GridKeyOptions = {
  scroller: RefObject<HTMLDivElement | null>;
  size: GridSize;
  idAt: IdAt;
  onOpen: (cell: Cell) => void;
};

/**
 * Keyboard navigation of a grid with a roving tabindex: arrow keys move the cursor, Shift extends
 * the range, Ctrl+Enter follows the cell's link.
 */
export function useGridKeys({ scroller, size, idAt, onOpen }: GridKeyOptions) {
  const [stored, setCursor] = useState<Cursor>(() => ({
    active: { row: 0, column: 1 },
    anchor: undefined,
    id: idAt(0),
  }));
  // A new object per cursor move: each move focuses its cell; re-sorting does not move the focus.
  const [moved, setMoved] = useState<Cell>();
  const cursor = followRow(stored, size, idAt);
  if (cursor !== stored) setCursor(cursor);
  const active = within(cursor.active, size);

  useEffect(() => {
    if (moved) focusCell(scroller.current, moved);
  }, [moved, scroller]);
  // A jump can reach a row before it loads: go on from its placeholder to the cell.
  const onLoaded = useEffectEvent(() => {
    const placeholder = `[data-row="${moved?.row}"] > [data-column]`;
    if (moved && document.activeElement?.matches(placeholder)) focusCell(scroller.current, moved);
  });
  const isLoaded = moved && idAt(moved.row) !== undefined;
  useEffect(() => {
    if (isLoaded) onLoaded();
  }, [isLoaded]);

  function moveTo(cell: Cell, { extend = false }: { extend?: boolean } = {}): void {
    const anchor = extend ? (cursor.anchor ?? active) : undefined;
    setCursor({ active: cell, anchor, id: idAt(within(cell, size).row) });
    setMoved(within(cell, size));
    if (cell.row >= 0 && scroller.current) scrollToRow(scroller.current, cell.row);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, target } = event;
    if (key === "Enter" || key === "F2") {
      if (target instanceof HTMLButtonElement) return;
      event.preventDefault();
      const link = target instanceof Element && target.querySelector("a");
      if (link && (event.ctrlKey || event.metaKey)) return link.click();
      return onOpen(active);
    }
    const screen = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_PX) - 2);
    const next = cellAfter(active, event, { ...size, screen });
    if (!next) return;
    event.preventDefault();
    moveTo(next, { extend: event.shiftKey });
  }

  return { active, anchor: cursor.anchor, moveTo, onKeyDown };
}

/** Focuses a cell. Rows that are loading lack some columns: focuses their first cell instead. */
function focusCell(scroller: HTMLElement | null, { row, column }: Cell): void {
  const find = (part: string) =>
    scroller?.querySelector<HTMLElement>(`[data-row="${row}"] [data-column${part}]`);
  const cell = find(`="${column}"`) ?? find("");
  if (!cell) return;
  cell.focus({ preventScroll: true });
  const isSticky = getComputedStyle(cell.closest("[role=gridcell]") ?? cell).position === "sticky";
  if (!isSticky) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function scrollToRow(scroller: HTMLElement, row: number): void {
  const top = row * ROW_PX;
  const least = top + 2 * ROW_PX - scroller.clientHeight;
  const next = Math.max(Math.min(scroller.scrollTop, top), least);
  if (next !== scroller.scrollTop) scroller.scrollTop = next;
}

/** Whether the last unmounted part of a table contained the focus. */
export type FocusHandover = RefObject<boolean>;

/**
 * Keeps focus in the table when its rows are replaced by a message or vice versa. Calls `take` on
 * mount if the unmounted part contained the focus.
 */
export function useFocusHandover(
  handoverRef: FocusHandover,
  part: RefObject<HTMLElement | null>,
  take: () => void,
): void {
  const onTake = useEffectEvent(take);
  useLayoutEffect(() => {
    const element = part.current;
    if (handoverRef.current) onTake();
    handoverRef.current = false;
    return () => {
      handoverRef.current = element?.contains(document.activeElement) ?? false;
    };
  }, [handoverRef, part]);
}

const ACTIVE_CELL = "[role=grid] [data-row] [data-column][tabindex='0']";

/** Focuses the current cell, or the message of an empty table. */
export function focusTable(): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(`${ACTIVE_CELL}, [data-no-rows]`)?.focus();
  });
}
