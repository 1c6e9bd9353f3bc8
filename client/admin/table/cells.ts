/** A place in a grid. Row -1 is the head. */
export type Place = { row: number; column: number };

/** The cells from one corner to the other, both included. */
export type Range = { top: number; bottom: number; left: number; right: number };

export type GridSize = {
  rows: number;
  columns: number;
  /** How many rows a page of the screen holds. */
  screen: number;
};

/** Where a key leads from a cell; undefined for keys that lead nowhere. */
export function placeAfter(
  { row, column }: Place,
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">,
  { rows, columns, screen }: GridSize,
): Place | undefined {
  const far = ctrlKey || metaKey;
  const to = (next: Place) => ({
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

export function rangeBetween(one: Place, other: Place): Range {
  return {
    top: Math.max(0, Math.min(one.row, other.row)),
    bottom: Math.max(one.row, other.row),
    left: Math.min(one.column, other.column),
    right: Math.max(one.column, other.column),
  };
}

export function isInRange({ row, column }: Place, range: Range): boolean {
  return row >= range.top && row <= range.bottom && column >= range.left && column <= range.right;
}
