/** A cell of the grid. Row -1 is the head, column 0 the checkboxes. */
export type Cell = { row: number; column: number };

/** A rectangle of cells, both corners included. */
export type Range = { top: number; bottom: number; left: number; right: number };

export type GridSize = {
  rows: number;
  columns: number;
  /** Number of visible rows. */
  screen: number;
};

/** The cell that a key moves to; undefined for other keys. */
export function cellAfter(
  { row, column }: Cell,
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">,
  { rows, columns, screen }: GridSize,
): Cell | undefined {
  const far = ctrlKey || metaKey;
  const to = (next: Cell) => ({
    row: Math.min(Math.max(next.row, -1), rows - 1),
    column: Math.min(Math.max(next.column, 0), columns - 1),
  });
  switch (key) {
    case "ArrowUp":
      return to({ row: far ? 0 : row - 1, column });
    case "ArrowDown":
      return to({ row: far ? rows - 1 : row + 1, column });
    case "ArrowLeft":
      return to({ row, column: far ? 0 : column - 1 });
    case "ArrowRight":
      return to({ row, column: far ? columns - 1 : column + 1 });
    case "Home":
      return to({ row: far ? 0 : row, column: 0 });
    case "End":
      return to({ row: far ? rows - 1 : row, column: columns - 1 });
    case "PageUp":
      return to({ row: Math.max(row - screen, 0), column });
    case "PageDown":
      return to({ row: row + screen, column });
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
