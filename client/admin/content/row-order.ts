import type { TableRow } from "../../../server/contract/tables.ts";

const POSITION = "position";

const positionOf = (row: TableRow) => Number(row[POSITION] ?? 0);

/** Sorts rows by their position; rows without one keep their order. */
export function inOrder(rows: readonly TableRow[]): TableRow[] {
  return rows.toSorted((one, other) => positionOf(one) - positionOf(other));
}

/** Position after all rows. */
export function endOf(rows: readonly TableRow[]): number {
  return Math.max(0, ...rows.map(positionOf)) + 1;
}

/**
 * Returns the new positions after the row at `at` moves by `step` places: of two rows, or of all
 * rows if some have the same position. Empty at the ends of the list.
 */
export function positionsAfterMove(
  rows: readonly TableRow[],
  at: number,
  step: -1 | 1,
): { row: TableRow; position: number }[] {
  const [moved, passed] = [rows[at], rows[at + step]];
  if (!moved || !passed) return [];
  if (new Set(rows.map(positionOf)).size === rows.length) {
    return [
      { row: moved, position: positionOf(passed) },
      { row: passed, position: positionOf(moved) },
    ];
  }
  const next = rows.toSpliced(at, 1).toSpliced(at + step, 0, moved);
  return next.flatMap((row, index) =>
    positionOf(row) === index + 1 ? [] : [{ row, position: index + 1 }],
  );
}
